/** A seeded source of numbers: the same seed gives the same run, so a failing test can be repeated. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Whole, both ends included. */
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** Lower-case hex characters. */
  hex(length: number): string;
}

/** mulberry32: tiny, and good enough for names and delays. `salt` separates the sources of one seed. */
export function seeded(seed: number, salt = ''): Random {
  let state = mix(seed, salt);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick(list) {
      const item = list[int(0, list.length - 1)];
      if (item === undefined) throw new RangeError('Nothing to pick from.');
      return item;
    },
    hex: (length) => Array.from({ length }, () => int(0, 15).toString(16)).join(''),
  };
}

function mix(seed: number, salt: string): number {
  let hash = seed | 0;
  for (const character of salt) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return hash;
}
