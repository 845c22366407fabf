import { useEffect, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { devConfiguration, devFileTest } from '#contract/dev-tools.ts';
import { callDev } from '../dev-client.ts';
import { duration } from '../format.ts';

/** The flow that takes one small PDF, to try it out (contract §2). */
const FILE_TEST = 'FILE_TEST_FLOW_URL';

/** Which outside services the server knows: whether each is set, never where it is. */
export function Configuration() {
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
            <code>{name}</code> {set ? 'set' : 'not set'}
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
