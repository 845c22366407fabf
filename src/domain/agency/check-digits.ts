const digitsOf = (text: string) => Array.from(text.replaceAll(' ', ''), Number);
const weighted = (digits: readonly number[], weights: readonly number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * (digits[i] ?? 0), 0);

/**
 * Whether the last of an Australian Company Number's nine digits is the check digit of the eight before it, as ASIC
 * publishes it: weights 8 to 1, the sum's complement to ten. Spaces do not count.
 */
export function acnCheckDigitHolds(text: string): boolean {
  const digits = digitsOf(text);
  const complement = (10 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10;
  return digits.length === 9 && digits[8] === complement;
}

/**
 * Whether an Australian Business Number's eleven digits pass the published test of the Australian Business Register:
 * one less in the first digit, weights 10, 1, 3, 5, … 19, the sum divisible by 89. Spaces do not count.
 */
export function abnCheckDigitsHold(text: string): boolean {
  const digits = digitsOf(text);
  const [first = 0, ...rest] = digits;
  const sum = weighted([first - 1, ...rest], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
  return digits.length === 11 && sum % 89 === 0;
}
