// MathCrossword: tiles go into the blanks until every equation is true.

FAMILIES.mathcrossword = {
  title: "MathCrossword",
  padName: "Tiles",
  help: [
    "Fill the blanks so that every equation is true, across and down. Equations cross on numbers, so a number belongs to both.",
    "Each tile is used exactly once. Tap a cell, then a tile; a placed tile is grey until you clear its cell.",
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

  // A tile that is revealed is taken from a cell where it is wrong, if there is no other.
  free(game, slot, answers) {
    if (tilesLeft(game, answers[slot], slot) > 0) return;
    const wrong = game.values.findIndex((value, i) => value === answers[slot] && answers[i] !== value);
    if (wrong >= 0) game.values[wrong] = "";
  },

  lit: (game) => litLines(game),

  speak(game, cell) {
    const lines = game.lines.filter((line) => line.numbers.includes(cell));
    return [written(game, cell) || "blank", ...lines.map((line) => speakLine(game, line))].join(". ");
  },

  checkByRules: (game) => countWrongLines(game, "equation"),
};

// The cells of all lines through the chosen one.
function litLines(game) {
  return game.lines.filter((line) => line.numbers.includes(game.at)).flatMap((line) => line.numbers);
}

function countWrongLines(game, noun) {
  const wrong = game.lines.filter((line) => line.state === "wrong").length;
  if (wrong === 0) return "All right so far, as far as the rules tell";
  return count(wrong, noun) + (wrong === 1 ? " is" : " are") + " wrong";
}

