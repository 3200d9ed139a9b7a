// MathCrossword: tiles go into the blanks until every equation is true.

FAMILIES.mathcrossword = {
  title: "MathCrossword",
  padName: "Tiles",
  help: [
    "Equations cross on numbers, so a number belongs to both. Tap a cell, then a tile; a placed tile is grey until you clear its cell.",
    "Keyboard: arrows move, digits type a number, Enter goes to the next blank, Backspace clears.",
  ],

  begin(game) {
    game.supply = game.level.tiles;
    game.lines = readLines(game);
    this.judge(game);
  },

  judge(game) {
    judgeLines(game, (numbers, signs) => {
      const value = OPERATORS[signs[0]](numbers[0], numbers[1]);
      return value !== null && value.under === 1n && value.over === numbers[2].over;
    });
  },

  // Every tile is placed when no slot is empty, since there are as many.
  solved: (game) => game.lines.every((line) => line.state === "right"),

  pad: tileKeys,

  press: placeTile,

  type(game, key) {
    const left = (text) => tilesLeft(game, text, game.slot) > 0;
    const grows = (text) => game.supply.some((tile) => tile.startsWith(text) && left(tile));
    return typeNumber(game, key, left, grows);
  },

  erase: (game) => eraseNumber(game, (text) => tilesLeft(game, text, game.slot) > 0),

  refusal: (game, text) =>
    game.supply.includes(text) ? "Every tile " + text + " is placed" : "There is no tile " + text,

  free: freeTile,

  lit: litLines,

  speak: speakCell,

  checkByRules: (game) => countWrongLines(game, "equation"),
};

