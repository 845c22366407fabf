import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  applicationIdOf,
  newRegistration,
  readRegistration,
  registrationExpiry,
} from '#features/forms/agency/registration.ts';

const NOW = Date.UTC(2026, 2, 2, 1);
afterEach(() => vi.restoreAllMocks());

describe('a new registration', () => {
  it('has an Application ID AGT-{year}-{6 uppercase characters}-{last 6 digits of the timestamp}', () => {
    expect(applicationIdOf(newRegistration(NOW))).toMatch(/^AGT-2026-[A-Z0-9]{6}-200000$/);
  });
  it('takes its random characters from a secure source', () => {
    const source = vi.spyOn(crypto, 'getRandomValues');
    const guessable = vi.spyOn(Math, 'random');
    newRegistration(NOW);
    expect(source).toHaveBeenCalledTimes(6);
    expect(guessable).not.toHaveBeenCalled();
  });
  it('has a UUID and an Application ID of its own each time', () => {
    const [one, other] = [newRegistration(NOW), newRegistration(NOW)];
    expect(one.id).not.toBe(other.id);
    expect(applicationIdOf(one)).not.toBe(applicationIdOf(other));
  });
});

describe('a saved registration', () => {
  it('is read back as it was', () => {
    const registration = newRegistration(NOW);
    expect(readRegistration(JSON.stringify(registration))).toEqual(registration);
  });
  it.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['another shape', '{"schema":1,"id":7}'],
    ['another version', JSON.stringify({ ...newRegistration(NOW), schema: 2 })],
  ])('is not taken up when it is %s', (_what, saved) => {
    expect(readRegistration(saved)).toBeUndefined();
  });
  it('lives 24 hours from its last change', () => {
    expect(registrationExpiry(newRegistration(NOW))).toBe(NOW + 86_400_000);
  });
});
