/** Imports against the order that still stand: only ever taken away from. */
export const BREACHES: readonly string[] = [
  'src/features/forms/agency/use-registration-submission.ts -> src/app/hooks.ts',
  'src/features/submission/outbox/follow-sent.ts -> src/features/forms/agency/keep-registration.ts',
  'src/features/submission/outbox/outbox.ts -> src/features/forms/agency/registration-storage.ts',
];
