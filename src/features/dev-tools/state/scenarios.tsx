import { useEffect, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { chooseDevScenario, type DevScenarioChoice, type DevScenarios, devScenarios } from '#contract/dev-tools.ts';
import { callDev } from '../dev-client.ts';

/** What each simulated service does with the calls of our server, in demo mode. */
export function Scenarios() {
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
                {service}
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
