// SHA-256. The browser's own is missing on pages opened from a file.

const SHA_PRIMES = (function () {
  const primes = [];
  for (let n = 2; primes.length < 64; n++) {
    if (primes.every((p) => n % p !== 0)) primes.push(n);
  }
  return primes;
})();
// The first 32 bits of the fractional part.
const shaFraction = (x) => ((x - Math.floor(x)) * 4294967296) | 0;
const SHA_START = SHA_PRIMES.slice(0, 8).map((p) => shaFraction(Math.sqrt(p)));
const SHA_ROUND = SHA_PRIMES.map((p) => shaFraction(Math.cbrt(p)));

function sha256(text) {
  const bytes = Array.from(new TextEncoder().encode(text));
  const bits = bytes.length * 8;
  bytes.push(128);
  while (bytes.length % 64 !== 56) bytes.push(0);
  // Texts here are far shorter than 2^32 bits.
  bytes.push(0, 0, 0, 0, bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255);
  const state = SHA_START.slice();
  const rotate = (x, n) => (x >>> n) | (x << (32 - n));
  const w = new Array(64);
  for (let at = 0; at < bytes.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        const b = at + 4 * i;
        w[i] = (bytes[b] << 24) | (bytes[b + 1] << 16) | (bytes[b + 2] << 8) | bytes[b + 3];
      } else {
        const low = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const high = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = (w[i - 16] + low + w[i - 7] + high) | 0;
      }
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const one = (h + high + ((e & f) ^ (~e & g)) + SHA_ROUND[i] + w[i]) | 0;
      const low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { state[i] = (state[i] + x) | 0; });
  }
  return state.flatMap((x) => [x >>> 24, (x >>> 16) & 255, (x >>> 8) & 255, x & 255]);
}

function hex(bytes) {
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

