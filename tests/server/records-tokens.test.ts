import { expect, test } from 'vitest';
import type { Outbound } from '#server/adapters/outbound.ts';
import { createRecordsTokens } from '#server/adapters/records-tokens.ts';
import { CallFailure } from '#server/ports/call-failure.ts';

/** The tokens of an account, each good for an hour, on a clock that is moved; or of one that the outside refuses. */
function opened({ isRefused = false, answers = [] }: { isRefused?: boolean; answers?: string[] } = {}) {
  let now = 0;
  let fetched = 0;
  const issued: string[] = [];
  const outbound: Outbound = async (call) => {
    fetched += 1;
    if (isRefused) throw new CallFailure('refused', 'Answered with 400', { status: 400, retryAfterMs: 7000 });
    const text = JSON.stringify({ access_token: answers[fetched - 1] ?? `token-${fetched}`, expires_in: 3600 });
    return call.read({ status: 200, headers: {}, text, whole: true }, (said) => said);
  };
  const account = { url: 'https://records.example/token', username: 'u', password: 'p' };
  const tokens = createRecordsTokens({ ...account, outbound, issued, monotonic: () => now });
  const pass = (seconds: number) => {
    now += seconds * 1000;
  };
  return { tokens, issued, fetched: () => fetched, pass };
}

test('a token is used again while it is good, and a new one is fetched before it ends', async () => {
  const { tokens, pass } = opened();
  expect(await tokens.get()).toBe('token-1');
  pass(3000);
  expect(await tokens.get()).toBe('token-1');
  pass(599);
  expect(await tokens.get()).toBe('token-2');
});

test('for all who ask at the same moment a token is fetched once', async () => {
  const { tokens, fetched } = opened();
  expect(await Promise.all([tokens.get(), tokens.get(), tokens.get()])).toEqual(['token-1', 'token-1', 'token-1']);
  expect(fetched()).toBe(1);
});

test('a token that was not honoured is not used again; a newer one stays', async () => {
  const { tokens } = opened();
  tokens.renounce(await tokens.get());
  expect(await tokens.get()).toBe('token-2');
  tokens.renounce('token-1');
  expect(await tokens.get()).toBe('token-2');
});

test('tokens are there to be masked from the moment in which they come', async () => {
  const { tokens, issued } = opened();
  await tokens.get();
  expect(issued).toContain('token-1');
});

test.each([
  ['a line feed', 'token\n'],
  ['a carriage return and a line feed', 'token\r\n'],
  ['a letter that no header can carry', 'tok€n'],
  ['a space', 'token one'],
  ['nothing', ''],
])('a token with %s is no token: it is not kept, and another one is asked for', async (_what, token) => {
  const { tokens, issued } = opened({ answers: [token] });
  await expect(tokens.get()).rejects.toMatchObject({ kind: 'busy', message: 'No access token in response' });
  expect(issued).toEqual([]);
  expect(await tokens.get()).toBe('token-2');
});

test('an account that is refused is a wrong setting: the call was not made, and is not reported as busy', async () => {
  const { tokens } = opened({ isRefused: true });
  await expect(tokens.get()).rejects.toMatchObject({ kind: 'unconfigured', message: 'Token request failed' });
});
