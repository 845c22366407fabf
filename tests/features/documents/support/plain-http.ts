import { vi } from 'vitest';

/** Browsers give a plain http page no WebCrypto. `vi.unstubAllGlobals` ends this. */
export function onPlainHttp(): void {
  const { getRandomValues, randomUUID } = globalThis.crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto), randomUUID: randomUUID.bind(crypto) });
}
