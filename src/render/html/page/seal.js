// The answer, as the page has it: a digest for each slot, one for all, and the hidden text.

function sealed(level, what) {
  return hex(sha256(level.id + " " + what));
}

// Whether a slot holds what it should.
function slotIsRight(level, slot, value) {
  const digits = 8;
  const expected = level.seal.slots.slice(digits * slot, digits * (slot + 1));
  return sealed(level, "slot " + slot + " " + value).slice(0, digits) === expected;
}

function allIsRight(level, values) {
  return sealed(level, "all " + values.join(" ")).slice(0, 32) === level.seal.all;
}

function openSeal(level) {
  const hidden = level.seal.hidden.match(/../g).map((pair) => parseInt(pair, 16));
  let stream = [];
  const plain = hidden.map((byte, i) => {
    if (i % 32 === 0) stream = sha256(level.id + " stream " + i / 32);
    return byte ^ stream[i % 32];
  });
  return String.fromCharCode(...plain).split(" ");
}

