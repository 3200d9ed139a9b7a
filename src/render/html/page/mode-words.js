// Letter tiles and black squares; the clues have no places.

MODES.words = {
  padName: () => WORDS.tiles,
  help: () => WORDS.helpWords,

  begin(game) {
    const { tiles, slots } = game.level;
    game.supply = [...tiles, ...new Array(slots.length - tiles.length).fill(BLACK)];
    game.digests = new Map();
  },

  judge: judgeWords,

  solved: areWordsSolved,

  // A key for each letter, with the number of tiles that are left.
  pad(game) {
    const key = (text) => {
      const left = tilesLeft(game, text, -1);
      const name = text === BLACK ? WORDS.blackSquare : WORDS.tile(text);
      return { text: text === BLACK ? "■" : text, value: text, badge: String(left), spent: left <= 0,
        label: name + ", " + (left > 0 ? WORDS.left(left) : WORDS.allPlaced), kind: "tile" };
    };
    return [...[...new Set(game.supply)].map(key), ERASE];
  },

  press(game, text) {
    if (tilesLeft(game, text, game.slot) > 0) typeAlong(game, text);
    else game.say(this.refusal(game, text));
  },

  refusal(game, text) {
    if (text === BLACK) return WORDS.everyBlackPlaced;
    return game.supply.includes(text) ? WORDS.everyTilePlaced(text) : WORDS.noTile(text);
  },

  type(game, key) {
    if (key === " ") {
      turn(game);
      return true;
    }
    if (key === "#" || key === ".") this.press(game, BLACK);
    else if (/^[a-zA-Z]$/.test(key)) this.press(game, key.toUpperCase());
    else return false;
    return true;
  },

  erase: eraseBack,

  // The row or column of the cursor.
  run(game) {
    const { row, column } = game.place(game.at);
    const same = (i) => (game.down ? game.place(i).column === column : game.place(i).row === row);
    return [...game.cells.keys()].filter(same);
  },

  lit(game) {
    return this.run(game);
  },

  again: turn,

  free: freeTile,

  show: (value) => (value === BLACK ? "" : value),

  bar: (game) => ({ name: game.down ? WORDS.downArrow : WORDS.acrossArrow, text: WORDS.direction }),

  speak(game, cell) {
    const value = game.values[cell];
    const runs = game.words.filter((run) => run.cells.includes(cell)).map(WORDS.run);
    return [value === BLACK ? WORDS.black : value || WORDS.blank, ...runs].join(". ");
  },

  clues(game) {
    const item = (clue) => ({ text: clue.text, shown: clue.hint, state: () => ({ done: game.found.has(clue) }) });
    return game.level.lists.map(({ title, clues }) => ({ title, items: clues.map(item) }));
  },

  checkByRules(game) {
    const wrong = game.words.filter((run) => !run.right).length;
    return wrong ? WORDS.wrongWords(wrong) : WORDS.rightByRules;
  },
};

