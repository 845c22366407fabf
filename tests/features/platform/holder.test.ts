import { describe, expect, test, vi } from 'vitest';
import { createHolder, createListeners, createRecordHolder } from '#platform/holder.ts';

describe('a holder', () => {
  test('has the value that it began with, then the one that was set last', () => {
    const holder = createHolder<string | undefined>('first');
    expect(holder.state()).toBe('first');
    holder.set(undefined);
    expect(holder.state()).toBeUndefined();
  });

  test('calls everybody who watches it after each change, when the new value is there, and never before one', () => {
    const holder = createHolder(1);
    const seen: string[] = [];
    holder.subscribe(() => seen.push(`one ${holder.state()}`));
    holder.subscribe(() => seen.push(`other ${holder.state()}`));
    expect(seen).toEqual([]);
    holder.set(2);
    expect(seen).toEqual(['one 2', 'other 2']);
  });

  test('calls no listener that has stopped watching, also if that happens during a call', () => {
    const holder = createHolder(1);
    const later = vi.fn();
    const stop = holder.subscribe(() => stopLater());
    const stopLater = holder.subscribe(later);
    holder.set(2);
    expect(later).not.toHaveBeenCalled();
    expect(holder.isWatched()).toBe(true);
    stop();
    expect(holder.isWatched()).toBe(false);
  });

  test('gives the same object until it is set, or React would render for ever', () => {
    const holder = createRecordHolder({ percent: 0 });
    expect(holder.state()).toBe(holder.state());
  });
});

describe('the holder of a record', () => {
  test('changes a part and leaves the rest, without touching a value that was read before', () => {
    const holder = createRecordHolder<{ step: string; percent: number; reason?: string | undefined }>({
      step: 'sending',
      percent: 5,
      reason: 'no answer',
    });
    const before = holder.state();
    holder.change({ percent: 10, reason: undefined });
    expect(holder.state()).toEqual({ step: 'sending', percent: 10, reason: undefined });
    expect(before.percent).toBe(5);
  });

  test('set as a whole keeps nothing of what was there, and calls who watches it as a change does', () => {
    const holder = createRecordHolder<{ step: string; link?: string }>({ step: 'waiting', link: 'https://…' });
    const watching = vi.fn();
    holder.subscribe(watching);
    holder.set({ step: 'over' });
    expect(holder.state()).toEqual({ step: 'over' });
    holder.change({ step: 'waiting' });
    expect(watching).toHaveBeenCalledTimes(2);
  });
});

test('listeners without a value are called on every notification', () => {
  const listeners = createListeners();
  const listener = vi.fn();
  const stop = listeners.subscribe(listener);
  listeners.call();
  stop();
  listeners.call();
  expect(listener).toHaveBeenCalledTimes(1);
});
