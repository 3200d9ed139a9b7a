// Lines on the board, and as a screen reader says them.

function speakLine(game, line) {
  const words = [];
  line.numbers.forEach((cell, i) => {
    if (i > 0) words.push(WORDS.signs[game.cells[line.signs[i - 1]].sign]);
    words.push(speakNumber(game, cell));
  });
  const zero = line.outcome === "zero" ? WORDS.zero : "";
  const state = line.state === "open" ? "" : ", " + WORDS.states[line.state];
  return line.name + ": " + words.join(" ") + zero + state;
}

// A number as it is read out: letters that are known by their digits, others by name.
function speakNumber(game, cell) {
  const { letters } = game.level;
  if (!letters || game.cells[cell].text !== undefined) return written(game, cell) || WORDS.blank;
  const part = (one) => (typeof one === "number" ? game.values[one] || letters[one] : one);
  return game.cells[cell].parts.map(part).join(" ");
}

// A cell that stands in lines: what is in it, and what they say.
function speakCell(game, cell, content) {
  const lines = game.lines.filter((line) => line.numbers.includes(cell));
  return [content, ...lines.map((line) => speakLine(game, line))].join(". ");
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

