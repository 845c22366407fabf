import { useEffect, useRef } from 'react';
import type { ToastOptions } from 'react-hot-toast/headless';
import { toast } from '#components/toasts.tsx';
import { HELD_CODE, type Stage } from '#domain/submission/submission.ts';

/**
 * How long toasts of the short form stay (R2.39): 4 s blank, error and custom, 2 s success, loading until dismissed.
 * At most 20 are held, which is the toaster's own limit.
 */
export const TOAST_TIMES = {
  blank: { duration: 4000 },
  error: { duration: 4000 },
  custom: { duration: 4000 },
  success: { duration: 2000 },
  loading: { duration: Number.POSITIVE_INFINITY },
} as const satisfies Record<string, ToastOptions>;

const SUCCESS = 'Application submitted successfully!';
const LOADING = 'short-application-sending';

interface ShortProgress {
  readonly status: 'idle' | 'waiting' | 'sending' | 'processing' | 'error' | 'processed';
  readonly stages: readonly Stage[];
}

/**
 * The short form's toasts of a submission (R2.38, R2.39): loading until the server has it, then the outcome. A
 * submission that had ended before a reload has no toast.
 */
export function useProgressToasts({ status, stages }: ShortProgress): void {
  const { code, message: failure } = stages.find(({ state }) => state === 'error')?.error ?? {};
  const isHeld = code === HELD_CODE;
  const before = useRef(status);
  useEffect(() => {
    if (before.current === status) return;
    const began = before.current !== 'idle';
    before.current = status;
    if (status === 'waiting' || status === 'sending') {
      toast.loading('Submitting your application...', { id: LOADING, ...TOAST_TIMES.loading });
    } else toast.dismiss(LOADING);
    if (status === 'processed' && began) toast.success(SUCCESS, TOAST_TIMES.success);
    if (status === 'error' && began && failure) {
      if (isHeld) toast(failure, TOAST_TIMES.blank);
      else toast.error(failure, TOAST_TIMES.error);
    }
  }, [status, failure, isHeld]);
  useEffect(() => () => toast.dismiss(LOADING), []);
}
