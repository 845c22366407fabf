import { useAppStore } from '#app/hooks.ts';
import { OutboxRegion } from './outbox-region.tsx';
import { outboxOf } from './run-outbox.ts';

/** The line of confirmed applications with what its buttons do. */
export function WaitingRegion() {
  const store = useAppStore();
  return (
    <OutboxRegion
      onWithdraw={(id) => void outboxOf(store).withdraw(id)}
      onRetry={(id) => void outboxOf(store).retry(id)}
    />
  );
}
