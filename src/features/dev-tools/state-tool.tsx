import { useEffect, useState } from 'react';
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
import { SavedVersions } from './saved-versions.tsx';
import { duration, ToolBody, type ToolProps } from './tool.tsx';

/** The saved data of this device, the server's configuration, and the scenarios of the simulated services. */
export function StateTool({ draft, demo }: ToolProps) {
  return (
    <ToolBody>
      <SavedVersions currentId={draft?.id} />
      <Configuration />
      {demo && <Scenarios />}
    </ToolBody>
  );
}

/** The flow that can be tested with one small PDF (R13.9). */
const FILE_TEST = 'FILE_TEST_FLOW_URL';

/** Whether each outside service is configured, without its address. */
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

/** How each simulated service answers, in demo mode. */
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
