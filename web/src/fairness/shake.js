/** SHAKE-256 (FIPS 202): the stream of bytes that a seed gives. Browsers have SHA-2, but not this one. */

const LANE = (1n << 64n) - 1n;
const RATE = 136; // bytes of the state that are read at a time
const ROUNDS = 24;
const PADDING = 0x1f; // of the SHAKE functions

const CONSTANTS = roundConstants();
const [TURNS, TARGETS] = turnsAndTargets();

/**
 * The bytes of the stream, one after the other, without an end.
 * @param {Uint8Array} seed
 * @returns {Generator<number, never>}
 */
export function* shake256(seed) {
  const state = absorbed(seed);
  for (;;) {
    for (let place = 0; place < RATE; place += 1) {
      yield Number(((state[place >> 3] ?? 0n) >> BigInt(8 * (place & 7))) & 0xffn);
    }
    permute(state);
  }
}

/** @param {Uint8Array} seed */
function absorbed(seed) {
  const state = new Array(25).fill(0n);
  const padded = new Uint8Array(RATE * (Math.floor(seed.length / RATE) + 1));
  padded.set(seed);
  padded[seed.length] = PADDING;
  padded[padded.length - 1] = /** @type {number} */ (padded.at(-1)) | 0x80;
  for (let block = 0; block < padded.length; block += RATE) {
    for (let place = 0; place < RATE; place += 1) {
      state[place >> 3] ^= BigInt(padded[block + place] ?? 0) << BigInt(8 * (place & 7));
    }
    permute(state);
  }
  return state;
}

/** Keccak-f[1600]. @param {bigint[]} state */
function permute(state) {
  const at = (/** @type {number} */ index) => /** @type {bigint} */ (state[index]);
  for (let round = 0; round < ROUNDS; round += 1) {
    const columns = [0, 1, 2, 3, 4].map((x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20));
    for (let x = 0; x < 5; x += 1) {
      const mixed = /** @type {bigint} */ (columns[(x + 4) % 5]) ^ turned(/** @type {bigint} */ (columns[(x + 1) % 5]), 1);
      for (let y = 0; y < 25; y += 5) state[x + y] = at(x + y) ^ mixed;
    }
    let carried = at(1);
    for (let step = 0; step < 24; step += 1) {
      const target = TARGETS[step] ?? 0;
      const next = at(target);
      state[target] = turned(carried, TURNS[step] ?? 0);
      carried = next;
    }
    for (let y = 0; y < 25; y += 5) {
      const row = state.slice(y, y + 5);
      for (let x = 0; x < 5; x += 1) {
        state[x + y] = /** @type {bigint} */ (row[x]) ^ (~(/** @type {bigint} */ (row[(x + 1) % 5])) & LANE & /** @type {bigint} */ (row[(x + 2) % 5]));
      }
    }
    state[0] = at(0) ^ (CONSTANTS[round] ?? 0n);
  }
}

/** A lane turned to the left. @param {bigint} lane @param {number} by */
function turned(lane, by) {
  return ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & LANE;
}

/** The walk through the lanes: how far each is turned, and where it goes. @returns {[number[], number[]]} */
function turnsAndTargets() {
  const [turns, targets] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  let [x, y] = [1, 0];
  for (let step = 0; step < 24; step += 1) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    turns.push((((step + 1) * (step + 2)) / 2) % 64);
    targets.push(x + 5 * y);
  }
  return [turns, targets];
}

/** Each round's constant, from a register of eight bits. */
function roundConstants() {
  let register = 1;
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit += 1) {
      if (register & 1) constant |= 1n << BigInt(2 ** bit - 1);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
    return constant;
  });
}
