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
    expect(redact('Bearer eyJ0b2tlbg')).toBe('Bearer eyJ0b2tlbg');
    issued.push('eyJ0b2tlbg');
    expect(redact('Bearer eyJ0b2tlbg')).toBe('Bearer [removed]');
  });

  test('a secret that begins like another one, all of it', () => {
    const redact = createRedact({ secrets: ['pass', 'password-of-the-college'], urls: [] });
    expect(redact('wrong password-of-the-college')).toBe('wrong [removed]');
  });

  test('what comes after its first 200 characters', () => {
    expect(createRedact({ secrets: [], urls: [] })('x'.repeat(300))).toBe('x'.repeat(200));
  });
});
