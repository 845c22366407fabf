import { describe, expect, test } from 'vitest';
import { createRedact } from '#server/adapters/redact.ts';

const FLOW = 'https://flows.example/workflows/0a1b2c3d4e5f6071/run?sp=%2Ftriggers&sig=s1gnature-of-the-flow';

describe('what the outside says is shown without', () => {
  test('any address, whether it is configured or not', () => {
    const redact = createRedact({ secrets: [], urls: [] });
    expect(redact('Moved to https://intern.example:8443/flows?key=1, see there')).toBe('Moved to [removed] see there');
  });

  test('the parts of a configured address that are long enough to be keys, and its host', () => {
    const redact = createRedact({ secrets: [], urls: [FLOW] });
    expect(redact('flows.example has no 0a1b2c3d4e5f6071 for s1gnature-of-the-flow')).toBe(
      '[removed] has no [removed] for [removed]',
    );
  });

  test('tokens that came at run time, as soon as they are there', () => {
    const issued: string[] = [];
    const redact = createRedact({ secrets: [], urls: [], dynamic: () => issued });
    expect(redact('not eyJ0b2tlbg')).toBe('not eyJ0b2tlbg');
    issued.push('eyJ0b2tlbg');
    expect(redact('not eyJ0b2tlbg')).toBe('not [removed]');
  });

  test('a secret that begins like another one, all of it', () => {
    const redact = createRedact({ secrets: ['pass-2026', 'pass-2026-of-the-college'], urls: [] });
    expect(redact('wrong pass-2026-of-the-college')).toBe('wrong [removed]');
  });

  test('what comes after its first 200 characters', () => {
    expect(createRedact({ secrets: [], urls: [] })('x'.repeat(300))).toBe('x'.repeat(200));
  });
});

test('a secret that is an ordinary word is removed like any other', () => {
  expect(createRedact({ secrets: ['sunflower'], urls: [] })('sunflower, or (sunflower)')).toBe(
    '[removed], or ([removed])',
  );
});

test.each(['localhost', 'records', 'applications', 'production'])(
  'a part of an address that is a word is shown: %s',
  (word) => {
    const urls = [`https://${word}/${word}/run?mode=${word}`];
    expect(createRedact({ secrets: [], urls })(`the ${word} here`)).toBe(`the ${word} here`);
  },
);

test.each([
  ['{"user":"api","password":"two words"}', '{"user":"api","password":[removed]}'],
  ['grant_type=password&username=api&password=test&x=1', 'grant_type=password&username=api&password=[removed]&x=1'],
  ['Authorization: Basic YXBpOnRlc3Q=', 'Authorization: Basic [removed]'],
  ["{access_token: 'abc', expires: 5}", '{access_token: [removed], expires: 5}'],
  ['run?sp=read&sig=abc was not found', 'run?sp=read&sig=[removed] was not found'],
])('a value that is called a secret is removed in any form: %s', (text, shown) => {
  expect(createRedact({ secrets: [], urls: [] })(text)).toBe(shown);
});
