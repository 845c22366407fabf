import { vi } from 'vitest';

/** Browsers give a page of plain http no WebCrypto. Ends with `vi.unstubAllGlobals`. */
export function onPlainHttp(): void {
  const { getRandomValues, randomUUID } = globalThis.crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto), randomUUID: randomUUID.bind(crypto) });
}
