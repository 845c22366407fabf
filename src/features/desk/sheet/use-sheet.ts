import { startTransition, useEffect, useMemo, useState } from 'react';
import { cellKey, type JudgedSheet, type SheetChoices } from './judge-sheet.ts';
import { createLateSheetWork } from './open-sheet-work.ts';
import type { SheetContext } from './sheet-columns.ts';
import type { DateReading } from './sheet-dates.ts';
import type { SheetFormat } from './sheet-format.ts';
import { refused, SHEET_LIMITS } from './sheet-table.ts';
import type { SheetFacts } from './sheet-work.ts';

const NOT_STARTED =
  'The part of this page that reads spreadsheets could not be loaded. Check your connection, and choose the file again.';
const FILE_GONE = 'This file could not be opened. It may have been moved or changed since. Choose it again.';

type Own = Pick<SheetChoices, 'matches' | 'dates' | 'corrections'>;
interface ChosenSheet {
  readonly file: File;
  readonly facts: SheetFacts;
}
/** What was judged, and with what: it is out of date once something else was chosen. */
interface JudgedOutcome {
  readonly of: object;
  readonly judged: JudgedSheet;
}

/** A sheet from its choice to its judgement, with all that a person changes meanwhile; a worker does the work. */
export function useSheet(context: SheetContext, given: Pick<SheetChoices, 'starting' | 'known'>) {
  const [work] = useState(() => createLateSheetWork());
  const [sheet, setSheet] = useState<ChosenSheet>();
  const [isReading, setReading] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [hasStopped, setStopped] = useState(false);
  const [own, setOwn] = useState<Own>();
  const [outcome, setOutcome] = useState<JudgedOutcome>();
  const { starting, known } = given;
  const task = useMemo(() => own && { choices: { ...own, starting, known }, context }, [own, starting, known, context]);

  useEffect(() => work.end, [work]);
  // What is judged last is shown, in whatever order answers come.
  useEffect(() => {
    // Whatever is begun then has no sheet: it waits until the work is resumed.
    if (task === undefined || hasStopped) return;
    let isLatest = true;
    work
      .now()
      .judge(task.choices, task.context)
      .then(
        // In slices: whoever types meanwhile does not wait for the rows.
        (judged) => isLatest && startTransition(() => setOutcome({ of: task, judged })),
        () => {
          if (!isLatest) return;
          work.end();
          setStopped(true);
        },
      );
    return () => {
      isLatest = false;
    };
  }, [work, task, hasStopped]);

  const bytesOf = (file: File) => file.arrayBuffer().catch(() => undefined);
  /** Reads a file in the worker that is there now; the reason in words where it is none, undefined where it is read. */
  const readIn = async (file: File): Promise<SheetFacts | string> => {
    // Its bytes are not even read.
    if (file.size > SHEET_LIMITS.fileBytes) return refused('tooLarge').message;
    const bytes = await bytesOf(file);
    if (bytes === undefined) return FILE_GONE;
    try {
      const answer = await work.now().read(new Uint8Array(bytes));
      return answer.ok ? answer.facts : answer.reason;
    } catch {
      work.end();
      return NOT_STARTED;
    }
  };
  /** The same, with what is seen of it meanwhile and where it fails. */
  const begin = async (file: File): Promise<SheetFacts | undefined> => {
    setRefusal(undefined);
    setReading(true);
    const answer = await readIn(file);
    setReading(false);
    if (typeof answer !== 'string') return answer;
    setRefusal(answer);
    return undefined;
  };
  const change = (changed: (before: Own) => Partial<Own>) =>
    setOwn((before) => before && { ...before, ...changed(before) });

  return {
    sheet,
    own,
    judged: outcome?.judged,
    /** What is shown was judged with all that was chosen until now. */
    isCurrent: task !== undefined && outcome?.of === task,
    isReading,
    refusal,
    /** Reads another file. What is wrong with it is said, and the sheet that was there stays. */
    async read(file: File): Promise<void> {
      const answer = await begin(file);
      if (answer === undefined) return;
      setStopped(false);
      setOutcome(undefined);
      setSheet({ file, facts: answer });
      setOwn({ matches: answer.matches, dates: {}, corrections: {} });
    },
    /** The work on this sheet has ended by itself, out of memory for example; nothing that was chosen is lost. */
    hasStopped,
    /** Begins the work on this sheet anew, with all that was chosen. */
    async resume(): Promise<void> {
      if (sheet && (await begin(sheet.file)) !== undefined) setStopped(false);
    },
    /** Another question for a column; a question has one column at most. */
    match: (column: number, field: string | undefined): void =>
      change(({ matches }) => ({
        matches: matches.map((one, index) => {
          if (index === column) return field;
          return one === field ? undefined : one;
        }),
      })),
    readDates: (field: string, reading: DateReading): void =>
      change(({ dates }) => ({ dates: { ...dates, [field]: { ...dates[field], ...reading } } })),
    correct: (cells: readonly { readonly row: number; readonly field: string; readonly text: string }[]): void =>
      change(({ corrections }) => ({
        corrections: {
          ...corrections,
          ...Object.fromEntries(cells.map(({ row, field, text }) => [cellKey(row, field), text])),
        },
      })),
    write: (format: SheetFormat) => (task ? work.now().write(task.choices, context, format) : undefined),
    template: (format: SheetFormat) => work.now().template(context, format),
  };
}
export type SheetState = ReturnType<typeof useSheet>;
