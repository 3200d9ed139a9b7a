// Typing numbers of several digits into one cell. What is typed is a draft until it is a number
// that may stand there; a tile 1 is placed at once and gives way when a 2 follows for 12.

// `fits` says whether a text may be placed, `grows` whether it may become such a text.
function typeNumber(game, key, fits, grows) {
  if (!/^[0-9-]$/.test(key) || game.slot === null) return false;
  const slot = game.slot;
  let draft = game.draft + key;
  if (!fits(draft) && !grows(draft)) draft = key;
  if (!fits(draft) && !grows(draft)) {
    game.draft = "";
    game.say(game.mode.refusal(game, key));
    return true;
  }
  const again = game.draft !== "";
  if (fits(draft)) {
    game.change(() => { game.values[slot] = draft; }, again);
  } else {
    game.change(() => { game.values[slot] = ""; }, again);
  }
  game.draft = draft;
  game.paint();
  return true;
}

// Takes back the last digit that was typed, or empties the cell.
function eraseNumber(game, fits) {
  if (game.slot === null) return;
  const draft = game.draft.slice(0, -1);
  const slot = game.slot;
  game.change(() => { game.values[slot] = draft !== "" && fits(draft) ? draft : ""; });
  game.draft = draft;
  game.paint();
}

// How many of the tiles with this text are not placed, leaving one slot out of the count.
function tilesLeft(game, text, except) {
  const all = game.supply.filter((tile) => tile === text).length;
  const used = game.values.filter((value, slot) => value === text && slot !== except).length;
  return all - used;
}

// Places a tile in the chosen cell; its former tile comes free.
function placeTile(game, text) {
  if (game.slot === null) return;
  const slot = game.slot;
  if (tilesLeft(game, text, slot) <= 0) {
    game.say(game.mode.refusal(game, text));
    return;
  }
  game.draft = "";
  game.change(() => { game.values[slot] = text; });
}

// A tile that is revealed is taken from a cell where it is wrong, if there is no other.
function freeTile(game, slot, answers) {
  if (tilesLeft(game, answers[slot], slot) > 0) return;
  const wrong = game.values.findIndex((value, i) => value === answers[slot] && answers[i] !== value);
  if (wrong >= 0) game.values[wrong] = "";
}

