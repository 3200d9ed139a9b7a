// What has to be true, judged from the data of a level: lines of numbers, what must not be equal,
// entries. There is no family here. Clues in words are left to the seal.

// What is written in a cell, or nothing if a part is missing.
function written(game, cell) {
  const { text, parts } = game.cells[cell];
  if (text !== undefined) return text;
  const found = parts.map((part) => (typeof part === "number" ? game.values[part] : part));
  return found.includes("") ? null : found.join("");
}

function readLines(game) {
  return game.level.lines.map((line) => {
    const [first, second] = line.numbers.map((cell) => game.place(cell));
    let name = WORDS.diagonal;
    if (first.row === second.row) name = WORDS.row(first.row + 1);
    if (first.column === second.column) name = WORDS.column(first.column + 1);
    return { ...line, name, state: "open" };
  });
}

// After each change: the state of each line, slots that may not hold what they hold, and the cells
// that break a rule.
function judge(game) {
  game.bad.clear();
  game.clashes.clear();
  game.lines.forEach((line) => judgeLine(game, line));
  game.values.forEach((value, slot) => {
    if (value === "" || !(isOutside(game, slot) || isTwice(game, slot))) return;
    game.clashes.add(slot);
    if (!game.level.letters) game.bad.add(game.cellOf.get(slot));
  });
  judgeEntries(game);
  if (game.mode.judge) game.mode.judge(game);
}

// Open as long as a number is missing, then right or wrong.
function judgeLine(game, line) {
  const texts = line.numbers.map((cell) => written(game, cell));
  line.state = "open";
  if (!texts.every((text) => text !== null && /^-?\d+$/.test(text))) return;
  const zeroFirst = !game.level.leadingZeros && texts.some((text) => text.startsWith("0"));
  const numbers = texts.map((text) => fraction(BigInt(text), 1n));
  line.state = !zeroFirst && isTrue(line, numbers) ? "right" : "wrong";
}

function isTrue(line, numbers) {
  const operands = line.outcome === "zero" ? numbers : numbers.slice(0, -1);
  const expected = line.outcome === "zero" ? fraction(0n, 1n) : numbers[numbers.length - 1];
  const value = line.order === "inOrder" ? inOrder(line, operands) : byPrecedence(line, operands);
  return value !== null && value.over === expected.over && value.under === expected.under;
}

function step(line, a, operator, b) {
  const value = a && b && OPERATORS[operator](a, b);
  return value && line.wholeSteps && value.under !== 1n ? null : value;
}

// Strictly one after the other.
function inOrder(line, numbers) {
  return line.operators.reduce((value, operator, i) => step(line, value, operator, numbers[i + 1]), numbers[0]);
}

// Products and quotients first.
function byPrecedence(line, numbers) {
  let total = fraction(0n, 1n);
  let [sign, term] = ["+", numbers[0]];
  line.operators.forEach((operator, i) => {
    if (operator === "×" || operator === "÷") {
      term = step(line, term, operator, numbers[i + 1]);
    } else {
      total = step(line, total, sign, term);
      [sign, term] = [operator, numbers[i + 1]];
    }
  });
  return step(line, total, sign, term);
}

function isOutside(game, slot) {
  const { kind, min, max } = game.accepts(slot);
  if (kind !== "number" || !/^-?\d+$/.test(game.values[slot])) return false;
  const value = BigInt(game.values[slot]);
  return (min !== null && value < BigInt(min)) || (max !== null && value > BigInt(max));
}

function isTwice(game, slot) {
  const { different } = game.level;
  const value = game.values[slot];
  if (different.slots) return game.values.filter((other) => other === value).length > 1;
  if (!different.cells.includes(game.cellOf.get(slot))) return false;
  return different.cells.filter((cell) => written(game, cell) === value).length > 1;
}

// Only what does not need the clues: a first digit 0, and two entries that are the same.
function judgeEntries(game) {
  const seen = new Map();
  for (const entry of game.entries) {
    const digits = entry.slots.map((slot) => game.values[slot]);
    if (!game.level.leadingZeros && digits[0] === "0") game.bad.add(entry.cells[0]);
    if (digits.includes("") || !game.level.different.entries) continue;
    const number = String(BigInt(digits.join("")));
    if (seen.has(number)) [...entry.cells, ...seen.get(number)].forEach((cell) => game.bad.add(cell));
    seen.set(number, entry.cells);
  }
}

// Whether full slots obey the rules; `null` if only the seal can tell.
function isSolvedByRules(game) {
  if (game.mode.solved) return game.mode.solved(game);
  if (game.lines.length === 0) return null;
  return game.clashes.size === 0 && game.lines.every((line) => line.state === "right");
}

// What a check without a seal says.
function checkLines(game) {
  const wrong = game.lines.filter((line) => line.state === "wrong").length;
  if (wrong > 0) return WORDS.wrongLines(wrong);
  return game.clashes.size > 0 ? WORDS.notAllowed(game.clashes.size) : WORDS.rightByRules;
}

