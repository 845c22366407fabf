import { useEffect, useRef, useState } from 'react';
import { pdfFile } from '#components/upload/accepted-files.ts';
import type { ScanDialogProps } from './scan-dialog-props.ts';
import { WORDS } from './scan-words.ts';
import type { ScanWork } from './scan-work.ts';

/** A file name of what the slot is called. */
const fileNameOf = (label: string): string =>
  `${label.replaceAll(/[^\p{L}\p{N} ()-]+/gu, '').replaceAll(/ {2,}/g, ' ')}.pdf`;

/**
 * Makes the PDF and puts it into its slot, then closes. `done` is the number of pages that are made, undefined while
 * nothing is being made; `problem` is why it was refused.
 */
export function useMaking(
  work: ScanWork,
  label: string,
  onUse: ScanDialogProps['onUse'],
  onClose: ScanDialogProps['onClose'],
) {
  const [done, setDone] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const make = async () => {
    setProblem(undefined);
    setDone(0);
    try {
      const pdf = await work.makePdf(setDone);
      // A person who has closed the dialog no longer wants it.
      if (!isOpen.current) return;
      const rejected = await onUse(pdfFile(pdf, fileNameOf(label)));
      if (rejected === undefined) return onClose();
      setProblem(rejected.message);
    } catch {
      setProblem(WORDS.notMade);
    }
    setDone(undefined);
  };
  return { done, problem, make };
}
