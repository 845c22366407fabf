import { Notice } from '#components/notice.tsx';
import { useConfigQuery } from '#platform/api.ts';

/**
 * Says where the form goes (R2.28): the real flow, a mock API, demo mode's simulated services, or nowhere. It is empty
 * until the server's settings are known, because a guess could be a false promise.
 */
export function FlowBanner() {
  const { data: config } = useConfigQuery();
  if (config === undefined) return null;
  if (config.demo) {
    return (
      <Notice kind="info" title="Demo mode: submissions go to simulated services">
        <p>The automation flow behind this form is simulated: nothing is saved to a list.</p>
      </Notice>
    );
  }
  if (config.flows.agent) {
    return (
      <Notice kind="info" title="This form goes to our automation flow">
        <p>This is the real form. Our admissions office will get your application.</p>
        <p>It saves your application to the list of agencies that our admissions office works through.</p>
      </Notice>
    );
  }
  if (config.agentMock) {
    return (
      <Notice kind="warning" title="This form goes to a mock API">
        <p>
          The automation flow is not configured, so nothing is saved to a list and nobody receives your application.
        </p>
      </Notice>
    );
  }
  return (
    <Notice kind="warning" title="This form cannot be submitted at the moment">
      <p>The automation flow is not configured, so your application would be refused. Please contact support.</p>
    </Notice>
  );
}
