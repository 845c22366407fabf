import { answerText } from './answer-text.ts';
import type { Answers, Condition, FormContext } from './form.ts';

/** Whether a condition holds, given how to read the answer to a field ('' for none). */
export function holds(condition: Condition, answerTo: (field: string) => string): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, answerTo));
  const answer = answerTo(condition.field);
  return 'is' in condition ? answer === condition.is : condition.in.includes(answer);
}

/** Reads an answer, or what the context says where a condition names a pseudo field. */
export function answerOrContext(name: string, answers: Answers, context: FormContext): string {
  if (name === 'variant') return context.variant ?? 'direct';
  if (name === 'profile') return context.profile ?? 'wizard';
  return answerText(answers[name]);
}

/** Every field that a condition names, pseudo fields included. */
export function fieldsNamedIn(condition: Condition): readonly string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsNamedIn);
  return [condition.field];
}
