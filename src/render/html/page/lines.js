// Lines of numbers and signs through the grid: what they say, and whether that is true. A line is
// given by its number cells; its signs stand half-way between them.

const SPOKEN = { "+": "plus", "-": "minus", "×": "times", "÷": "divided by", "=": "equals" };

function readLines(game) {
  return game.level.lines.map((numbers) => {
    const signs = numbers.slice(1).map((cell, i) => (cell + numbers[i]) / 2);
    const [first, second] = numbers.map((cell) => game.place(cell));
    let name = "diagonal";
    if (first.row === second.row) name = "row " + (first.row + 1);
    if (first.column === second.column) name = "column " + (first.column + 1);
    return { numbers, signs, name, state: "open" };
  });
}

// What is written in a cell, or nothing if a part is missing.
function written(game, cell) {
  const { text, parts } = game.cells[cell];
  if (text !== undefined) return text;
  const found = parts.map((part) => (typeof part === "number" ? game.values[part] : part));
  return found.includes("") ? null : found.join("");
}

// Open as long as a number is missing, then right or wrong.
function judgeLines(game, isTrue) {
  for (const line of game.lines) {
    const texts = line.numbers.map((cell) => written(game, cell));
    const signs = line.signs.map((cell) => game.cells[cell].sign);
    line.state = "open";
    if (texts.every((text) => text !== null && /^-?\d+$/.test(text))) {
      const numbers = texts.map((text) => fraction(BigInt(text), 1n));
      line.state = isTrue(numbers, signs, texts) ? "right" : "wrong";
    }
  }
}

// The line as a screen reader says it.
function speakLine(game, line) {
  const words = [];
  line.numbers.forEach((cell, i) => {
    if (i > 0) words.push(SPOKEN[game.cells[line.signs[i - 1]].sign]);
    words.push(game.family.speakNumber ? game.family.speakNumber(game, cell) : written(game, cell) || "blank");
  });
  const zero = game.level.form === "zero" ? " comes to zero" : "";
  const state = line.state === "open" ? "" : ", " + line.state;
  return line.name + ": " + words.join(" ") + zero + state;
}

// A cell that stands in lines: what is in it, and what they say.
function speakCell(game, cell) {
  const lines = game.lines.filter((line) => line.numbers.includes(cell));
  return [written(game, cell) || "blank", ...lines.map((line) => speakLine(game, line))].join(". ");
}

// Signs show the state of their line: a wrong equation is an inequation.
function paintSigns(game) {
  const states = new Map();
  for (const line of game.lines) {
    for (const cell of line.signs) {
      const worse = states.get(cell) === "wrong" || line.state === "wrong";
      // A sign of two diagonals is right when both are.
      const open = states.get(cell) === "open" || line.state === "open";
      states.set(cell, worse ? "wrong" : open ? "open" : "right");
    }
  }
  for (const [cell, state] of states) {
    const sign = game.cells[cell].sign;
    game.board.setSign(cell, sign === "=" && state === "wrong" ? "≠" : sign, state);
  }
}

// The cells of all lines through the chosen one.
function litLines(game) {
  return game.lines.filter((line) => line.numbers.includes(game.at)).flatMap((line) => line.numbers);
}

function countWrongLines(game, noun) {
  const wrong = game.lines.filter((line) => line.state === "wrong").length;
  // Numbers that are out of range, or twice where they may be once.
  const barred = game.bad.size + (game.clashes ? game.clashes.size : 0);
  if (wrong === 0 && barred > 0) return count(barred, "number") + (barred === 1 ? " is" : " are") + " not allowed";
  if (wrong === 0) return "All right so far, as far as the rules tell";
  return count(wrong, noun) + (wrong === 1 ? " is" : " are") + " wrong";
}

