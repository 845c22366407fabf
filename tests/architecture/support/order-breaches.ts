/** Imports against the order that still stand: only ever taken away from. */
export const BREACHES: readonly string[] = [
  'src/components/field/spelling-offer.tsx -> src/features/forms/kit/rewrite-control.ts',
  'src/features/forms/agency/use-registration-submission.ts -> src/app/hooks.ts',
  'src/features/forms/student/application-form.tsx -> src/app/hooks.ts',
  'src/features/submission/outbox/follow-sent.ts -> src/features/forms/agency/keep-registration.ts',
  'src/features/submission/outbox/outbox.ts -> src/features/forms/agency/registration-storage.ts',
];
