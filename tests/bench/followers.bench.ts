import { createChanges } from '#server/adapters/sql/changes.ts';
import { type Bench, median } from './figure.ts';

const FOLLOWERS = 10_000;
const ROUNDS = 9;

/** Ten thousand followers of one submission come and leave; the peer adds as many to a plain set and removes them. */
const bench: Bench = async () => {
  const plain = new Set<object>();
  const ours: number[] = [];
  const peers: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const changes = createChanges();
    ours.push(comeAndLeave(() => changes.watch('a', () => undefined)));
    peers.push(comeAndLeave(() => enter(plain)));
  }
  return [
    {
      what: `${FOLLOWERS} followers come and leave`,
      value: median(ours),
      unit: 'ms',
      peer: { what: 'a plain set', value: median(peers) },
      budget: 10,
    },
  ];
};
export default bench;

function enter(set: Set<object>): () => void {
  const one = {};
  set.add(one);
  return () => set.delete(one);
}

/** In milliseconds. */
function comeAndLeave(come: () => () => void): number {
  const began = performance.now();
  for (const leave of Array.from({ length: FOLLOWERS }, come)) leave();
  return performance.now() - began;
}
