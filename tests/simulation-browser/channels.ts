import { Hearing, SimEvent } from './events.ts';
import { SimBlob } from './sim-blob.ts';
import type { Owner, VirtualTime } from './virtual-time.ts';

interface Page extends Owner {
  /** The name of the page among the sources of tasks. */
  readonly label: string;
}
interface End {
  readonly name: string;
  readonly owner: Page;
  readonly hearing: Hearing;
}

/** The data that another page receives: the same bytes of a file, and a copy of the rest. */
function copyOf(data: unknown): unknown {
  if (data instanceof SimBlob) return data;
  if (Array.isArray(data)) return data.map(copyOf);
  if (typeof data !== 'object' || data === null) return structuredClone(data);
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, copyOf(value)]));
}

/** The broadcast channels between the pages of a device. */
export function createChannels(time: VirtualTime) {
  const open = new Set<End>();

  /** The `BroadcastChannel` class of a page. */
  const channelClassOf = (owner: Page) =>
    class extends Hearing {
      readonly #end: End;
      constructor(name: string) {
        super();
        this.#end = { name, owner, hearing: this };
        open.add(this.#end);
      }
      postMessage(data: unknown): void {
        if (owner.isDead) return;
        for (const { name, owner: other, hearing } of open) {
          if (hearing === this || name !== this.#end.name || other.isAway) continue;
          const copy = copyOf(data);
          time.queue(
            `messages to ${other.label}`,
            () => hearing.dispatchEvent(new SimEvent('message', { data: copy })),
            other,
          );
        }
      }
      close(): void {
        open.delete(this.#end);
      }
    };

  const closeThoseOf = (owner: Owner): void => {
    for (const channel of open) if (channel.owner === owner) open.delete(channel);
  };
  return { channelClassOf, closeThoseOf };
}
