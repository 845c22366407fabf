import { vi } from 'vitest';

/** The channels of the open pages, which connect them. */
let channels: BroadcastChannel[] = [];

/** Before each test: key derivation takes no time, and the test can close what a page opened. */
export function prepareSealedPages(): void {
  const { deriveKey } = crypto.subtle;
  vi.spyOn(crypto.subtle, 'deriveKey').mockImplementation((algorithm, ...rest) =>
    deriveKey.call(crypto.subtle, { ...Object(algorithm), iterations: 1 }, ...rest),
  );
  channels = [];
  const Channel = BroadcastChannel;
  // Pages of an earlier test may still listen: Node delivers a message with keys to one listener only.
  const device = crypto.randomUUID();
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(`${name} of ${device}`);
        channels.push(this);
      }
    },
  );
}

/** Another page with the same storage: it shares no modules with other pages. */
export async function openSealedPage() {
  vi.resetModules();
  const own = channels.length;
  const page = {
    ...(await import('#platform/encryption/vault.ts')),
    ...(await import('#platform/encryption/vault-state.ts')),
    ...(await import('#platform/encryption/keys-of-this-tab.ts')),
    ...(await import('#platform/encryption/other-tabs.ts')),
    ...(await import('#platform/database.ts')),
    ...(await import('#platform/personal-storage.ts')),
    ...(await import('#features/drafts/draft-database.ts')),
    ...(await import('#features/documents/document-files.ts')),
    ...(await import('#features/documents/scan/kept-pages.ts')),
  };
  return {
    ...page,
    /** Ends the page like a kill, except for writes that the disk has already received. */
    async kill(): Promise<void> {
      for (const channel of channels.slice(own)) channel.close();
      await page.closeDatabase();
    },
  };
}
export type SealedPage = Awaited<ReturnType<typeof openSealedPage>>;

export function closeChannels(): void {
  for (const channel of channels) channel.close();
}

const STORES = ['drafts', 'documents', 'files', 'quarantine', 'outbox', 'notes'] as const;

/** Everything that is stored on this device, as text. */
export async function everythingKept({ readAsKept }: SealedPage): Promise<string> {
  const records: unknown[] = [];
  for (const name of STORES) records.push(...(await readAsKept([name], ({ store }) => store.getAll())));
  const words = (_key: string, value: unknown) =>
    value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value;
  return JSON.stringify([records, { ...localStorage }], words);
}
