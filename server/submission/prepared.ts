import type { MultipartFields } from '#domain/payload/multipart.ts';

/** What `preparing` fixes in the ledger, so that every later call and every repetition says exactly the same. */
export interface PreparedStudent {
  readonly offer: object;
  readonly workflow: object;
  readonly subject: string;
  /** ISO date-time. */
  readonly submittedAt: string;
}

export interface PreparedForm {
  readonly fields: MultipartFields;
  readonly submittedAt: string;
}

type Outputs = Readonly<Record<string, unknown>>;

/** The output of a student application's `preparing`; throws when the ledger holds something else. */
export function preparedStudent({ preparing }: Outputs): PreparedStudent {
  if (isObject(preparing) && isObject(preparing.offer) && isObject(preparing.workflow)) {
    const { offer, workflow, subject, submittedAt } = preparing;
    if (typeof subject === 'string' && typeof submittedAt === 'string')
      return { offer, workflow, subject, submittedAt };
  }
  throw new Error('preparing put out something else than an offer and a workflow payload');
}

/** The output of a short or agent application's `preparing`; throws when the ledger holds something else. */
export function preparedForm({ preparing }: Outputs): PreparedForm {
  if (isObject(preparing) && isFields(preparing.fields) && typeof preparing.submittedAt === 'string') {
    return { fields: preparing.fields, submittedAt: preparing.submittedAt };
  }
  throw new Error('preparing put out something else than form fields');
}

function isFields(value: unknown): value is MultipartFields {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
