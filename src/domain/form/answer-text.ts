/**
 * An answer as text: trimmed, a number as its digits, a tick as `true`, and '' for whatever was not answered or is no
 * answer at all.
 */
export function answerText(answer: unknown): string {
  if (typeof answer === 'string') return answer.trim();
  if (typeof answer === 'number') return Number.isFinite(answer) ? String(answer) : '';
  return answer === true ? 'true' : '';
}
