// CrossMath: a block of numbers; every row and column is an expression, worked out in order.

FAMILIES.crossmath = {
  title: "CrossMath",
  padName: "Numbers",
  help: [
    "Tap a cell, then a number. If each may be used only once, a placed one is grey until you clear its cell.",
    "Keyboard: arrows move, digits type a number, Enter goes to the next blank, Backspace clears.",
  ],

  begin(game) {
    const { min, max, distinct, operands } = game.level;
    game.lines = readLines(game);
    const blanks = [...game.cells.keys()].filter((i) => game.cells[i] && game.cells[i].parts);
    // Few possible numbers get a key each; otherwise numbers are typed.
    game.keyed = max - min < 20 && blanks.every((cell) => operands.includes(cell));
    game.supply = [];
    if (game.keyed) {
      const given = operands.map((cell) => game.cells[cell].text);
      for (let n = min; n <= max; n++) {
        if (!distinct || !given.includes(String(n))) game.supply.push(String(n));
      }
    }
    this.judge(game);
  },

  judge(game) {
    const { operands, min, max, distinct } = game.level;
    judgeLines(game, (numbers, signs) => {
      const operators = signs.slice(0, -1);
      const result = numbers[numbers.length - 1];
      const value = inOrder(numbers.slice(0, -1), operators, game.level.division === "exact");
      return value !== null && value.under === 1n && value.over === result.over;
    });
    game.bad.clear();
    for (const cell of operands) {
      const text = written(game, cell);
      if (text === null || game.cells[cell].text !== undefined) continue;
      const twice = operands.filter((other) => written(game, other) === text).length > 1;
      const outside = BigInt(text) < BigInt(min) || BigInt(text) > BigInt(max);
      if ((distinct && twice) || outside) game.bad.add(cell);
    }
  },

  solved: (game) => game.bad.size === 0 && game.lines.every((line) => line.state === "right"),

  pad(game) {
    if (game.keyed && game.level.distinct) return tileKeys(game);
    const texts = game.keyed ? game.supply : [..."1234567890", "-"];
    const name = (text) => (text === "-" ? "Minus" : text);
    const key = (text) => ({ text: text === "-" ? "−" : text, value: text, label: name(text), kind: "tile" });
    return [...texts.map(key), ERASE];
  },

  press(game, key) {
    if (!game.keyed) {
      this.type(game, key);
    } else if (game.level.distinct) {
      placeTile(game, key);
    } else {
      game.draft = "";
      game.change(() => { game.values[game.slot] = key; });
    }
  },

  fits(game, text) {
    if (!game.keyed) return /^-?\d{1,19}$/.test(text);
    if (!game.supply.includes(text)) return false;
    return !game.level.distinct || tilesLeft(game, text, game.slot) > 0;
  },

  type(game, key) {
    const grows = (text) => game.keyed
      ? game.supply.some((tile) => tile.startsWith(text) && this.fits(game, tile))
      : text === "-";
    return typeNumber(game, key, (text) => this.fits(game, text), grows);
  },

  erase(game) {
    eraseNumber(game, (text) => this.fits(game, text));
  },

  refusal: (game, text) =>
    game.supply.includes(text)
      ? text + " is used already"
      : "Numbers go from " + game.level.min + " to " + game.level.max,

  free(game, slot, answers) {
    if (game.level.distinct && game.keyed) freeTile(game, slot, answers);
  },

  lit: litLines,

  speak: (game, cell) => speakCell(game, cell) + (game.bad.has(cell) ? ", not allowed here" : ""),

  checkByRules: (game) => countWrongLines(game, "expression"),
};

