import { OutboxRegion } from '#features/outbox/outbox-region.tsx';
import { useAppStore } from '../hooks.ts';
import { outboxOf } from './outbox.ts';

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
