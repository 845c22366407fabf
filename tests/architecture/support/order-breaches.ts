/** Imports against the order that still stand: only ever taken away from. */
export const BREACHES: readonly string[] = [
  'src/components/field/spelling-offer.tsx -> src/features/forms/kit/rewrite-control.ts',
  'src/features/forms/agency/use-registration-submission.ts -> src/app/hooks.ts',
  'src/features/forms/student/application-form.tsx -> src/app/hooks.ts',
  'src/features/submission/outbox/follow-sent.ts -> src/app/store.ts',
  'src/features/submission/outbox/follow-sent.ts -> src/features/forms/agency/keep-registration.ts',
  'src/features/submission/outbox/outbox-view.tsx -> src/app/hooks.ts',
  'src/features/submission/outbox/outbox.ts -> src/app/root-reducer.ts',
  'src/features/submission/outbox/outbox.ts -> src/app/store.ts',
  'src/features/submission/outbox/outbox.ts -> src/features/forms/agency/registration-storage.ts',
  'src/features/submission/outbox/resume-outbox.ts -> src/app/store.ts',
  'src/features/submission/outbox/send-entry.ts -> src/app/store.ts',
  'src/features/submission/use-submission.tsx -> src/app/hooks.ts',
];
