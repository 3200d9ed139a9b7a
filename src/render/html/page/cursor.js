// A cursor as in crosswords: it stands in a cell, has a direction, and types along it.

function turn(game) {
  game.down = !game.down;
  game.paint();
  game.say(game.down ? WORDS.down : WORDS.across);
}

// A single sign into the cell, then on to the next cell of the same entry.
function typeAlong(game, value) {
  const slot = game.slot;
  if (slot === null) return;
  game.change(() => { game.values[slot] = value; });
  stepAlong(game, 1);
}

// Empties the cell, or, if it is empty, the one before it.
function eraseBack(game) {
  if (game.slot === null) return;
  if (game.values[game.slot] === "") stepAlong(game, -1);
  const slot = game.slot;
  if (game.values[slot] !== "") game.change(() => { game.values[slot] = ""; });
}

function stepAlong(game, step) {
  const cells = game.mode.run(game);
  const next = cells[cells.indexOf(game.at) + step];
  if (next !== undefined) game.select(next);
}

