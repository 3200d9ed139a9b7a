// Exact fractions, and what a line of numbers and operators comes to. `null` is no number.

function fraction(over, under) {
  if (under === 0n) return null;
  if (under < 0n) [over, under] = [-over, -under];
  let [a, b] = [over < 0n ? -over : over, under];
  while (b) [a, b] = [b, a % b];
  return a === 0n ? { over: 0n, under: 1n } : { over: over / a, under: under / a };
}

const OPERATORS = {
  "+": (a, b) => fraction(a.over * b.under + b.over * a.under, a.under * b.under),
  "-": (a, b) => fraction(a.over * b.under - b.over * a.under, a.under * b.under),
  "×": (a, b) => fraction(a.over * b.over, a.under * b.under),
  "÷": (a, b) => fraction(a.over * b.under, a.under * b.over),
};

// Strictly in order; `whole` asks each step to come out whole.
function inOrder(numbers, operators, whole) {
  return operators.reduce((value, operator, i) => {
    const next = value && OPERATORS[operator](value, numbers[i + 1]);
    return next && whole && next.under !== 1n ? null : next;
  }, numbers[0]);
}

// Products and quotients first.
function byPrecedence(numbers, operators) {
  let total = fraction(0n, 1n);
  let [sign, term] = ["+", numbers[0]];
  operators.forEach((operator, i) => {
    if (operator === "×" || operator === "÷") {
      term = term && OPERATORS[operator](term, numbers[i + 1]);
    } else {
      total = total && term && OPERATORS[sign](total, term);
      [sign, term] = [operator, numbers[i + 1]];
    }
  });
  return total && term && OPERATORS[sign](total, term);
}

