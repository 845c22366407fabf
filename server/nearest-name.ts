/** Of a name this long or longer two letters may be wrong, of a shorter one a single one. */
const TWO_WRONG_FROM = 8;

/**
 * The name that was probably meant, whatever its case.
 * @returns undefined where none of `known` differs by so little
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const given = name.toUpperCase();
  let nearest: string | undefined;
  let least = (given.length >= TWO_WRONG_FROM ? 2 : 1) + 1;
  for (const candidate of known) {
    // So many letters are too many: most names need no more than this.
    if (Math.abs(given.length - candidate.length) >= least) continue;
    const apart = distance(given, candidate);
    if (apart < least) [least, nearest] = [apart, candidate];
  }
  return nearest;
}

/** How many letters to add, remove, change or swap with the next one turn one text into the other. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const changed = at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = i > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? at(before, j - 2) + 1 : changed;
      row.push(Math.min(changed, swapped, at(last, j) + 1, at(row, j - 1) + 1));
    }
    [before, last] = [last, row];
  }
  return at(last, to.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
