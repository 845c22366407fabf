import { type ComponentType, createElement, useState } from 'react';
import { createPortal } from 'react-dom';
import { NotUnderstood } from '#platform/import-with-retry.ts';
import type { Elements } from './elements.ts';
import { toast } from './toasts.tsx';

const NOT_BROUGHT = 'We could not load this part. Check your connection and try again';
const ALERT_MS = 6000;

interface LateDialogOptions {
  /** Of the toast that says that the dialog did not come. */
  readonly toastId: string;
  /** What is said where this browser does not understand its scripts; else that they could not be loaded. */
  readonly tooOld?: string;
}

/**
 * A dialog whose scripts come when its button is pressed, so that the form does not wait for them. `load` brings it
 * (platform/import-with-retry.ts); where it cannot, a toast says so.
 */
export function useLateDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { toastId, tooOld = NOT_BROUGHT }: LateDialogOptions,
) {
  const [Dialog, setDialog] = useState<ComponentType<Props>>();
  const [busy, setBusy] = useState<string>();
  return {
    isOpen: Dialog !== undefined,
    /** What the button says while the dialog comes. */
    busy,
    async open(): Promise<void> {
      setBusy('Opening…');
      try {
        const Brought = await load();
        setDialog(() => Brought);
      } catch (failure) {
        const words = failure instanceof NotUnderstood ? tooOld : NOT_BROUGHT;
        toast.error(words, { id: toastId, duration: ALERT_MS });
      }
      setBusy(undefined);
    },
    close: (): void => setDialog(undefined),
    /** The dialog while it is open: apart from the form, whose controls and keys are none of the dialog's. */
    shown: (props: Props): Elements => Dialog && createPortal(createElement(Dialog, props), document.body),
  };
}
