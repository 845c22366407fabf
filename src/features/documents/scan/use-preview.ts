import { useEffect, useRef, useState } from 'react';
import { addressOf } from '#components/picture-address.ts';
import type { KeptPage } from './kept-pages.ts';
import type { ScanWork } from './scan-work.ts';

/**
 * The address of a picture of the page as it will be in the PDF, at most `longest` pixels; the one before stays until the
 * next is there. Undefined before the first. One is drawn at a time, and then the latest that is wanted: of a corner that
 * is being dragged not every step.
 */
export function usePreview(work: ScanWork, page: KeptPage, longest: number): string | undefined {
  const [address, setAddress] = useState<string>();
  const wanted = useRef<KeptPage>(undefined);
  const isDrawing = useRef(false);
  useEffect(() => {
    wanted.current = page;
    const draw = async () => {
      let drawn: KeptPage | undefined;
      while (wanted.current !== drawn && wanted.current !== undefined) {
        drawn = wanted.current;
        // Without its picture a page still has its name and its buttons.
        const picture = await work.preview(drawn, longest).catch(() => undefined);
        const next = picture && (await addressOf(picture).catch(() => undefined));
        if (next && wanted.current !== undefined) setAddress(next);
      }
      isDrawing.current = false;
    };
    if (isDrawing.current) return;
    isDrawing.current = true;
    void draw();
  }, [work, page, longest]);
  useEffect(
    () => () => {
      wanted.current = undefined;
    },
    [],
  );
  return address;
}
