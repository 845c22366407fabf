import { useState, useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import type { LinkState } from '../calls/link.ts';
import { link } from '../calls/recorder.ts';
import { ToolBody, type ToolProps } from '../tool.tsx';
import { Configuration } from './configuration.tsx';
import { isStorageFull, setStorageFull } from './full-storage.ts';
import { SavedVersions } from './saved-versions-table.tsx';
import { Scenarios } from './scenarios.tsx';

/** What is saved on this device, and every state that is hard to come by otherwise, one click each. */
export function StateTool({ draft, demo }: ToolProps) {
  return (
    <ToolBody>
      <SavedVersions currentId={draft?.id} />
      <Spoilers />
      <Configuration />
      {demo && <Scenarios />}
    </ToolBody>
  );
}

const LINKS: readonly (readonly [LinkState, string])[] = [
  ['normal', 'Link as it is'],
  ['slow', 'Slow the link'],
  ['offline', 'Go offline'],
];

/** The connection and the disk of this page, until it is loaded anew. */
function Spoilers() {
  const state = useSyncExternalStore(link.subscribe, link.state);
  const [full, setFull] = useState(isStorageFull);
  const setLink = (next: LinkState) => {
    link.set(next);
    // A hint to ask the server at once; its own answer decides what the page says.
    window.dispatchEvent(new Event(next === 'offline' ? 'offline' : 'online'));
  };
  const fill = () => {
    setStorageFull(!full);
    setFull(!full);
  };
  return (
    <>
      <h3>Connection and disk</h3>
      <div data-part="row">
        {LINKS.map(([value, title]) => (
          <Button key={value} size="sm" aria-pressed={state === value} onClick={() => setLink(value)}>
            {title}
          </Button>
        ))}
        <Button size="sm" aria-pressed={full} onClick={fill}>
          Fill the quota
        </Button>
      </div>
      <p data-part="soft">For this page only, until it is loaded anew.</p>
    </>
  );
}
