import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { toast } from '#components/toasts.tsx';
import { selectSubmit } from './registration-slice.ts';
import { ERROR_TOAST_MS } from './toast-times.ts';

const FAILURE_TOAST = 'registration-failed';

/** The success has its modal; a failure is said until it is tried again (spec §8). */
export function useFailureToast(): void {
  const submit = useSelector(selectSubmit);
  const before = useRef(submit);
  useEffect(() => {
    if (before.current === submit) return;
    before.current = submit;
    if (submit === 'error') {
      toast.error('Submission failed, please try again', { id: FAILURE_TOAST, duration: ERROR_TOAST_MS });
    } else toast.dismiss(FAILURE_TOAST);
  }, [submit]);
}
