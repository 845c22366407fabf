import { Notice } from '#components/notice.tsx';
import { useConfigQuery } from '#platform/api.ts';

/** Says that nothing real happens with what is submitted here (contract, section 3). */
export function DemoNotice() {
  const { data: config } = useConfigQuery();
  if (!config?.demo) return null;
  return (
    <Notice kind="info">
      <p>Demo mode: submissions go to simulated services</p>
    </Notice>
  );
}
