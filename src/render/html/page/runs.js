// Words in a grid of letters and black squares, judged from the lists of clues: the page knows their
// answers as digests, or as patterns.

const BLACK = "#";

// Runs of letters that end at black squares or borders on both sides.
function closedRuns(game, down) {
  const { width } = game.level;
  const height = game.cells.length / width;
  const [lines, length] = down ? [width, height] : [height, width];
  const runs = [];
  for (let line = 0; line < lines; line++) {
    let cells = [];
    let closed = true;
    for (let i = 0; i <= length; i++) {
      const cell = down ? i * width + line : line * width + i;
      const value = i === length ? BLACK : game.values[cell];
      if (value !== BLACK && value !== "") {
        cells.push(cell);
        continue;
      }
      if (closed && value === BLACK && cells.length > 1) runs.push({ cells, down });
      [cells, closed] = [[], value === BLACK];
    }
  }
  return runs;
}

function wordDigest(game, what) {
  if (!game.digests.has(what)) game.digests.set(what, sealed(game.level, what).slice(0, 32));
  return game.digests.get(what);
}

function fitsClue(game, clue, down, word) {
  if (clue.pattern !== undefined) {
    return clue.pattern.length === word.length &&
      [...clue.pattern].every((letter, i) => letter === "." || letter === word[i]);
  }
  return clue.words.includes(wordDigest(game, (down ? "down " : "across ") + word));
}

function judgeWords(game) {
  game.found = new Set();
  game.words = [];
  for (const { down, clues } of game.level.lists) {
    for (const run of closedRuns(game, down)) {
      const word = run.cells.map((cell) => game.values[cell]).join("");
      const clue = clues.find((one) => !game.found.has(one) && fitsClue(game, one, down, word));
      if (clue) game.found.add(clue);
      else run.cells.forEach((cell) => game.bad.add(cell));
      game.words.push({ ...run, word, right: clue !== undefined });
    }
  }
}

// With a seal, that decides. Without one, the rules do, unless they would need a dictionary.
function areWordsSolved(game) {
  const { seal, lists, mostShort } = game.level;
  const clues = lists.flatMap((list) => list.clues);
  if (seal !== undefined || clues.some((clue) => clue.pattern !== undefined)) return null;
  const few = game.words.filter(({ word }) => word.length === 2).length <= mostShort;
  return game.bad.size === 0 && game.found.size === clues.length && few &&
    hangsTogether(game) && !hasBlock(game);
}

function hangsTogether(game) {
  const { width } = game.level;
  const isLetter = (cell) => game.values[cell] !== undefined && game.values[cell] !== BLACK;
  const all = [...game.cells.keys()].filter(isLetter);
  const reached = new Set(all.slice(0, 1));
  for (const cell of reached) {
    const near = [cell - width, cell + width];
    if (cell % width > 0) near.push(cell - 1);
    if (cell % width < width - 1) near.push(cell + 1);
    near.filter(isLetter).forEach((other) => reached.add(other));
  }
  return reached.size === all.length;
}

// Three by three black squares.
function hasBlock(game) {
  const { width } = game.level;
  const three = [0, 1, 2];
  return [...game.cells.keys()].some((cell) => cell % width < width - 2 && three.every((r) =>
    three.every((c) => game.values[cell + r * width + c] === BLACK)));
}

