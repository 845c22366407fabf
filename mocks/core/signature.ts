import type { Answer, Call } from './types.ts';

/**
 * Automation services sign the address itself: whoever knows it may call it, which is why it is a secret.
 * A caller that drops the query gets 401.
 */
export function signedBy(signature: string): (call: Call) => Answer | undefined {
  const denied = { error: { code: 'DirectApiAuthorizationRequired', message: 'The request must be authenticated.' } };
  return ({ query }) => (query.sig === signature ? undefined : { status: 401, body: denied });
}

/** The address of a flow, with its signature. */
export const signedUrl = (base: string, path: string, signature: string) =>
  `${base}${path}?api-version=2016-06-01&sig=${signature}`;
