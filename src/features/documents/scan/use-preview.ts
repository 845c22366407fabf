import { useEffect, useState } from 'react';
import type { KeptPage } from './kept-pages.ts';
import type { ScanWork } from './scan-work.ts';

/**
 * The address of a picture of the page as it will be in the PDF, at most `longest` pixels; the one before stays until the
 * next is there. Undefined before the first.
 */
export function usePreview(work: ScanWork, page: KeptPage, longest: number): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    work.preview(page, longest).then(
      (blob) => isWanted && setAddress(URL.createObjectURL(blob)),
      // Without its picture a page still has its name and its buttons.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [work, page, longest]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return address;
}
