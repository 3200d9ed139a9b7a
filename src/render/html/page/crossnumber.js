// CrossNumber: digits in a crossword grid, from clues about the numbers.

FAMILIES.crossnumber = {
  title: "CrossNumber",
  padName: "Digits",
  help: [
    "1 across is A1. Letters stand for unknown numbers that need not be written down.",
    "Tap a cell and a digit. Tap the cell again, or the clue below the grid, to change between across and down.",
    "Keyboard: arrows move, digits fill in and go on, Space changes direction, Enter goes to the next entry, Backspace clears and goes back.",
  ],

  begin(game) {
    game.cellOf = new Map();
    game.cells.forEach((cell, i) => { if (cell && cell.parts) game.cellOf.set(cell.parts[0], i); });
    game.entries = game.level.entries.map((entry) =>
      ({ ...entry, cells: entry.slots.map((slot) => game.cellOf.get(slot)) }));
    this.judge(game);
  },

  // Only what does not need the clues: a first digit 0, and two entries that are the same.
  judge(game) {
    game.bad.clear();
    const seen = new Map();
    for (const entry of game.entries) {
      const text = entry.slots.map((slot) => game.values[slot]).join("");
      if (!game.level.zeros && text.startsWith("0") && game.values[entry.slots[0]] === "0") {
        game.bad.add(entry.cells[0]);
      }
      if (text.length < entry.slots.length || !game.level.distinct) continue;
      const number = String(BigInt(text));
      if (seen.has(number)) [...entry.cells, ...seen.get(number)].forEach((cell) => game.bad.add(cell));
      seen.set(number, entry.cells);
    }
  },

  pad(game) {
    const keys = [...game.level.digits.filter((d) => d !== 0), ...game.level.digits.filter((d) => d === 0)];
    const key = (digit) => ({ text: String(digit), value: String(digit), label: String(digit), kind: "tile" });
    return [...keys.map(key), ERASE];
  },

  press: typeAlong,

  type(game, key) {
    if (key === " ") {
      this.again(game);
      return true;
    }
    if (key === "Enter") {
      this.next(game);
      return true;
    }
    if (!/^\d$/.test(key)) return false;
    if (game.level.digits.includes(Number(key))) typeAlong(game, key);
    else game.say("The digit " + key + " is not used here");
    return true;
  },

  erase: eraseBack,

  // The entry under the cursor, in its direction if there is one.
  entry(game) {
    const through = game.entries.filter((entry) => entry.cells.includes(game.at));
    return through.find((entry) => entry.down === game.down) || through[0];
  },

  run(game) {
    const entry = this.entry(game);
    return entry ? entry.cells : [game.at];
  },

  lit(game) {
    return this.run(game);
  },

  again(game) {
    const through = game.entries.filter((entry) => entry.cells.includes(game.at));
    if (through.length > 1) turn(game);
  },

  // The direction that the cell has.
  arrive(game) {
    const entry = this.entry(game);
    if (entry) game.down = entry.down;
  },

  // Entries as they are listed.
  order: (game) => [...game.entries].sort((a, b) => Number(a.down) - Number(b.down)),

  firstEmpty(game, entry) {
    const empty = entry.cells.find((cell) => written(game, cell) === null);
    return empty === undefined ? entry.cells[0] : empty;
  },

  // The game begins in the first entry that is not full.
  first(game) {
    const order = this.order(game);
    const isOpen = (entry) => entry.cells.some((cell) => written(game, cell) === null);
    const entry = order.find(isOpen) || order[0];
    game.down = entry.down;
    return this.firstEmpty(game, entry);
  },

  next(game) {
    const order = this.order(game);
    this.jump(game, order[(order.indexOf(this.entry(game)) + 1) % order.length]);
  },

  jump(game, entry) {
    game.down = entry.down;
    game.select(this.firstEmpty(game, entry));
    game.board.focus(true);
  },

  name: (entry) => entry.label + (entry.down ? " down" : " across"),

  bar(game) {
    const entry = this.entry(game);
    if (!entry) return null;
    const clue = entry.clue || "no clue";
    return { name: this.name(entry), text: clue + " (" + entry.cells.length + ")" };
  },

  speak(game, cell) {
    const through = game.entries.filter((entry) => entry.cells.includes(cell));
    const name = (entry) => this.name(entry) + ", digit " + (entry.cells.indexOf(cell) + 1) + " of " +
      entry.cells.length + ": " + (entry.clue || "no clue");
    const bad = game.bad.has(cell) ? ["against the rules"] : [];
    return [written(game, cell) || "blank", ...bad, ...through.map(name)].join(". ");
  },

  clues(game) {
    const item = (entry) => ({
      label: entry.label,
      text: entry.clue || "–",
      shown: String(entry.cells.length),
      choose: () => this.jump(game, entry),
      state: () => ({ current: this.entry(game) === entry,
        filled: entry.slots.every((slot) => game.values[slot] !== "") }),
    });
    const list = (title, down) => {
      const items = game.entries.filter((entry) => entry.down === down).map(item);
      return { title, items };
    };
    const plain = (text) => ({ text, state: () => ({}) });
    const lists = [list("Across", false), list("Down", true),
      { title: "Also", items: game.level.conditions.map(plain) }];
    return lists.filter((one) => one.items.length > 0);
  },
};

