import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { DraftDispatch } from '#features/drafts/draft-services.ts';
import type { SheetStudent } from './judge-sheet.ts';
import { makeDrafts } from './make-drafts.ts';

/** After so many drafts the person sees how far it is. */
const STRIDE = 10;
const NONE: ReadonlySet<number> = new Set();

interface Made {
  /** The sheet that it is about. */
  readonly of?: object | undefined;
  readonly rows: ReadonlySet<number>;
  readonly failure?: string | undefined;
}

/** Makes drafts of rows, and knows which rows are drafts already, so that no row becomes two. */
export function useMaking(sheet: object | undefined) {
  const dispatch = useDispatch<DraftDispatch>();
  const [progress, setProgress] = useState<{ readonly made: number; readonly of: number }>();
  const [made, setMade] = useState<Made>({ rows: NONE });
  const { rows, failure } = made.of === sheet ? made : { rows: NONE, failure: undefined };
  return {
    rows,
    /** Undefined while nothing is made. */
    progress,
    /** Why the last try did not make all, in words. */
    failure,
    /** Resolves with the number of drafts that were made. */
    async make(students: readonly SheetStudent[]): Promise<number> {
      const of = students.length;
      setProgress({ made: 0, of });
      const answer = await dispatch(
        makeDrafts(students, (count) => count % STRIDE === 0 && setProgress({ made: count, of })),
      );
      setProgress(undefined);
      setMade({ of: sheet, rows: new Set([...rows, ...answer.rows]), failure: notAll(answer, of) });
      return answer.rows.length;
    },
  };
}
export type Making = ReturnType<typeof useMaking>;

const notAll = ({ rows, failure }: Awaited<ReturnType<ReturnType<typeof makeDrafts>>>, of: number) =>
  failure && `We added ${rows.length} of ${of} students. ${failure}`;
