import type { Mocks } from '#mocks/server.ts';

/** Short methods that the mocks' tests share. */

async function tokenOf({ env }: Mocks): Promise<string> {
  const response = await fetch(`${env.CRICOS_BASE_URL}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      username: env.CRICOS_USERNAME ?? '',
      password: env.CRICOS_PASSWORD ?? '',
    }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

/** A call to the records API with a valid token. */
export async function records(mocks: Mocks, path: string, body?: unknown, key?: string): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${await tokenOf(mocks)}` };
  if (key !== undefined) headers['idempotency-key'] = key;
  if (body === undefined) return fetch(`${mocks.env.CRICOS_BASE_URL}${path}`, { headers });
  headers['content-type'] = 'application/json';
  return fetch(`${mocks.env.CRICOS_BASE_URL}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

export function postJson(url: string | undefined, body: unknown, key?: string): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (key !== undefined) headers['idempotency-key'] = key;
  return fetch(url ?? '', { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The minimal offer that the records API accepts. */
export const offer = (offerId: string, changes: Record<string, unknown> = {}) => ({
  OfferId: offerId,
  FirstName: 'Wei',
  LastName: 'Zhang',
  Email: 'wei.zhang@mail.example',
  DoB: '2001-03-15T00:00:00.000Z',
  ComplianceAndOtherInfo: { CountryBirth: 'China', Nationality: 'Chinese', PassportNumber: 'E12345678' },
  AppliedCourses: [{ CourseId: 'CPC50220', IntakeDate: '2027-01-13T00:00:00.000Z' }],
  ...changes,
});
