import { visibleFields } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';

/** One question of the peers: a question of an empty step 1, with its message for a missing answer. */
export interface PeerField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'date' | 'select' | 'radio' | 'checkbox';
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly required: string | undefined;
}

const NO_MATTER = { earliest: '2026-01-01', latest: '2026-01-01' };

/** The visible questions of step 1 before any answer. */
export const peerFields: readonly PeerField[] = visibleFields(
  studentForm,
  {},
  { variant: 'direct', today: NO_MATTER },
  'personal',
).flatMap(({ name, label, kind, options = [], required, requiredWhen }) =>
  kind === 'agent' || kind === 'hidden'
    ? []
    : [{ name, label, kind, options, required: requiredWhen === undefined ? required : undefined }],
);
