import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import {
  chooseDevScenario,
  type DevScenarioChoice,
  type DevScenarios,
  devConfiguration,
  devFileTest,
  devScenarios,
} from '#contract/dev-tools.ts';
import { callDev } from './dev-client.ts';
import { type LinkState, link } from './recorder.ts';
import { SavedVersions } from './saved-versions.tsx';
import { duration, ToolBody, type ToolProps } from './tool.tsx';

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

let restore: (() => void) | undefined;

/** Whether writes are refused as on a full disk. */
export const isStorageFull = (): boolean => restore !== undefined;

/**
 * Makes every write to IndexedDB and localStorage fail as it does when the browser's quota is used up, or work again.
 * Filling it in earnest would take gigabytes of somebody's disk.
 */
export function setStorageFull(full: boolean): void {
  if (full === isStorageFull()) return;
  if (restore) {
    restore();
    restore = undefined;
    return;
  }
  const store = IDBObjectStore.prototype;
  const storage = Storage.prototype;
  const { put, add } = store;
  const { setItem } = storage;
  const refuse = (): never => {
    throw new DOMException('The quota has been exceeded (developer tools).', 'QuotaExceededError');
  };
  Object.assign(store, { put: refuse, add: refuse });
  storage.setItem = refuse;
  restore = () => {
    Object.assign(store, { put, add });
    storage.setItem = setItem;
  };
}

/** The flow that takes one small PDF, to try it out (R13.9). */
const FILE_TEST = 'FILE_TEST_FLOW_URL';

/** Which outside services the server knows: whether each is set, never where it is. */
function Configuration() {
  const [configured, setConfigured] = useState<Readonly<Record<string, boolean>>>({});
  const [outcome, setOutcome] = useState<string>();
  useEffect(() => {
    callDev(devConfiguration).then(setConfigured, (error: Error) => setOutcome(error.message));
  }, []);
  const sendPdf = () => {
    callDev(devFileTest).then(
      ({ status, took }) => setOutcome(`The file-test flow answered ${status ?? 'nothing'} after ${duration(took)}`),
      (error: Error) => setOutcome(error.message),
    );
  };
  return (
    <>
      <h3>Configured on the server</h3>
      <ul data-part="services">
        {Object.entries(configured).map(([name, set]) => (
          <li key={name}>
            <code translate="no">{name}</code> <span>{set ? 'set' : 'not set'}</span>
          </li>
        ))}
      </ul>
      {configured[FILE_TEST] && (
        <div data-part="row">
          <Button size="sm" onClick={sendPdf}>
            Send one small PDF to the file-test flow
          </Button>
        </div>
      )}
      {outcome && <Notice kind="info" role="status" title={outcome} />}
    </>
  );
}

/** What each simulated service does with the calls of our server, in demo mode. */
function Scenarios() {
  const [scenarios, setScenarios] = useState<DevScenarios>();
  const [failure, setFailure] = useState<string>();
  const call = (choice?: DevScenarioChoice) => {
    callDev(choice ? chooseDevScenario : devScenarios, choice).then(setScenarios, (error: Error) =>
      setFailure(error.message),
    );
  };
  useEffect(call, []);
  return (
    <>
      <h3>Simulated services</h3>
      {failure && <Notice kind="error" role="alert" title={failure} />}
      {scenarios && (
        <>
          <div data-part="row">
            <Button size="sm" onClick={() => call({ reset: true })}>
              All accept again
            </Button>
          </div>
          <div data-part="services">
            {Object.entries(scenarios.available).map(([service, names]) => (
              <label key={service}>
                <span>{service}</span>
                <select
                  aria-label={service}
                  value={scenarios.playing[service] ?? ''}
                  onChange={(event) => call({ service, scenario: event.target.value })}
                >
                  {names.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              </label>
            ))}
          </div>
        </>
      )}
    </>
  );
}
