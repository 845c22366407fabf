import type { AgentSource } from '../ports/agent-source.ts';
import { CallFailure } from '../ports/call-failure.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Records } from '../ports/records.ts';
import type { Workflow } from '../ports/workflow.ts';

type Time = <T>(operation: string, call: () => Promise<T>) => Promise<T>;

/** The records API with every call timed. */
export function measureRecords(records: Records, metrics: Metrics): Records {
  const time = timer(metrics, 'records');
  return {
    validate: (...call) => time('validate', () => records.validate(...call)),
    submit: (...call) => time('submit', () => records.submit(...call)),
    intakes: (...call) => time('intakes', () => records.intakes(...call)),
    classification: (...call) => time('classification', () => records.classification(...call)),
  };
}

/** The workflow service with every call timed, by the endpoint that it goes to. */
export function measureWorkflow(workflow: Workflow, metrics: Metrics): Workflow {
  const time = timer(metrics, 'workflow');
  return {
    sendApplication: (route, ...call) => time(`application-${route}`, () => workflow.sendApplication(route, ...call)),
    sendFiles: (...call) => time('files', () => workflow.sendFiles(...call)),
    sendForm: (flow, ...call) => time(`flow-${flow}`, () => workflow.sendForm(flow, ...call)),
  };
}

/** The agent list's source with every call timed. */
export function measureAgentSource(source: AgentSource, metrics: Metrics): AgentSource {
  const time = timer(metrics, 'agent-list');
  return { fetch: (options) => time('fetch', () => source.fetch(options)) };
}

function timer(metrics: Metrics, service: string): Time {
  return async (operation, call) => {
    const began = performance.now();
    const tell = (outcome: string) =>
      metrics.call({ service, operation, outcome, seconds: (performance.now() - began) / 1000 });
    try {
      const answer = await call();
      tell('answered');
      return answer;
    } catch (failure) {
      tell(failure instanceof CallFailure ? failure.kind : 'fault');
      throw failure;
    }
  };
}
