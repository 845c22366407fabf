import { useState } from 'react';
import type { ColumnQuestion } from './judge-sheet.ts';

/** The questions about a sheet, in their order. They stay after the answer, so that it can be changed. */
export function useAskedQuestions(
  questions: readonly ColumnQuestion[] | undefined,
  sheet: object | undefined,
): readonly ColumnQuestion[] {
  const [asked, setAsked] = useState<{ readonly of?: object | undefined; readonly all: readonly ColumnQuestion[] }>({
    all: [],
  });
  const before = asked.of === sheet ? asked.all : [];
  const fresh = (questions ?? []).filter(
    ({ field, asks }) => !before.some((one) => one.field === field && one.asks === asks),
  );
  // While rendering, as React has it for what follows from another state: there is no moment without the question.
  if (asked.of !== sheet || fresh.length > 0) setAsked({ of: sheet, all: [...before, ...fresh] });
  return before;
}
