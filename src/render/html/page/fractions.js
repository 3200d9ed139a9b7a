// Exact fractions. `null` is no number.

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

