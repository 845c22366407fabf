/**
 * An answer as text: trimmed, a number as its digits, a tick as `true`, and '' for whatever was not answered or is no
 * answer at all.
 */
export function answerText(answer: unknown): string {
  if (typeof answer === 'string') return answer.trim();
  if (typeof answer === 'number') return Number.isFinite(answer) ? String(answer) : '';
  return answer === true ? 'true' : '';
}

/** No answer needs more characters; it keeps one field from filling a payload. */
export const LONGEST_ANSWER = 1000;
export const TOO_LONG = `This answer cannot exceed ${LONGEST_ANSWER} characters`;
