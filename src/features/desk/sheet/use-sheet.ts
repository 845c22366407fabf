import { type ClipboardEvent, startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import { cellKey, type JudgedSheet, type SheetChoices, valueKey } from './judge-sheet.ts';
import { createLateSheetWork } from './open-sheet-work.ts';
import type { SheetReading } from './read-sheet.ts';
import { rememberColumns, rememberedColumns } from './remembered-columns.ts';
import type { SheetContext } from './sheet-columns.ts';
import type { ColumnReading } from './sheet-dates.ts';
import type { SheetFormat } from './sheet-format.ts';
import { refused, SHEET_LIMITS } from './sheet-table.ts';
import type { SheetFacts } from './sheet-work.ts';
import type { EncodingChoice } from './text-of.ts';

const NOT_STARTED =
  'We could not load the part that reads spreadsheets. Check your connection, and choose the file again.';
const FILE_GONE = 'We could not open this file. Choose the file again.';

type Own = Pick<SheetChoices, 'matches' | 'dates' | 'values' | 'corrections'>;
interface ChosenSheet {
  readonly file: File;
  /** What was said of the file. */
  readonly reading: SheetReading;
  readonly facts: SheetFacts;
  /** Its columns were chosen before, for a sheet with the same titles. */
  readonly isRemembered: boolean;
}
/** A file that waits until the person has chosen its encoding. */
interface UnreadSheet {
  readonly file: File;
  readonly encodings: readonly EncodingChoice[];
}
/** What was judged, and with what: it is out of date once something else was chosen. */
interface JudgedOutcome {
  readonly of: object;
  readonly judged: JudgedSheet;
}

const titlesOf = ({ columns }: SheetFacts): readonly string[] => columns.map(({ title }) => title);

/** A sheet from its choice to its check, with all changes of the person. A worker does the work. */
export function useSheet(context: SheetContext, given: Pick<SheetChoices, 'starting' | 'known'>) {
  const [work] = useState(() => createLateSheetWork());
  const [sheet, setSheet] = useState<ChosenSheet>();
  const [isReading, setReading] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [unread, setUnread] = useState<UnreadSheet>();
  const [hasStopped, setStopped] = useState(false);
  const [own, setOwn] = useState<Own>();
  const [outcome, setOutcome] = useState<JudgedOutcome>();
  const { starting, known } = given;
  const task = useMemo(() => own && { choices: { ...own, starting, known }, context }, [own, starting, known, context]);

  const stop = useCallback(() => {
    work.end();
    setStopped(true);
  }, [work]);
  useEffect(() => work.end, [work]);
  // The latest check is shown, in any order of the answers.
  useEffect(() => {
    // Whatever is begun then has no sheet: it waits until the work is resumed.
    if (task === undefined || hasStopped) return;
    let isLatest = true;
    work
      .now()
      .judge(task.choices, task.context)
      .then(
        // In slices, so that typing does not wait for the rows.
        (judged) => isLatest && startTransition(() => setOutcome({ of: task, judged })),
        () => {
          if (isLatest) stop();
        },
      );
    return () => {
      isLatest = false;
    };
  }, [work, task, hasStopped, stop]);

  const bytesOf = (file: File) => file.arrayBuffer().catch(() => undefined);
  /** Reads a file in the worker. Resolves with the reason in words if it cannot be read. */
  const readIn = async (file: File, reading: SheetReading): Promise<SheetFacts | UnreadSheet | string> => {
    // Its bytes are not even read.
    if (file.size > SHEET_LIMITS.fileBytes) return refused('tooLarge').message;
    const bytes = await bytesOf(file);
    if (bytes === undefined) return FILE_GONE;
    try {
      const answer = await work.now().read(new Uint8Array(bytes), reading);
      if (answer.ok) return answer.facts;
      return 'reason' in answer ? answer.reason : { file, encodings: answer.encodings };
    } catch {
      work.end();
      return NOT_STARTED;
    }
  };
  /** The same, with what is seen of it meanwhile and where it fails. */
  const begin = async (file: File, reading: SheetReading): Promise<SheetFacts | undefined> => {
    setRefusal(undefined);
    setReading(true);
    const answer = await readIn(file, reading);
    setReading(false);
    setUnread(typeof answer === 'object' && 'encodings' in answer ? answer : undefined);
    if (typeof answer === 'string') setRefusal(answer);
    return typeof answer === 'object' && 'students' in answer ? answer : undefined;
  };
  /** Reads another file or sheet. If that fails, a message says why, and the earlier sheet stays. */
  const read = async (file: File, reading: SheetReading = {}): Promise<void> => {
    const answer = await begin(file, reading);
    if (answer === undefined) return;
    setStopped(false);
    setOutcome(undefined);
    const remembered = rememberedColumns(titlesOf(answer));
    setSheet({ file, reading, facts: answer, isRemembered: remembered !== undefined });
    setOwn({ matches: remembered ?? answer.matches, dates: {}, values: {}, corrections: {} });
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
    unread,
    read,
    /** Cells that were copied elsewhere are a sheet; what is pasted into a field is its text. */
    paste({ target, clipboardData }: ClipboardEvent<HTMLElement>): void {
      const text = clipboardData.getData('text/plain');
      const isForField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
      if (!isForField && text.includes('\n')) void read(new File([text], 'Pasted cells'));
    },
    /** The work on this sheet has ended by itself, out of memory for example; nothing that was chosen is lost. */
    hasStopped,
    /** Begins the work on this sheet again, with all choices. */
    async resume(): Promise<void> {
      if (sheet && (await begin(sheet.file, sheet.reading)) !== undefined) setStopped(false);
    },
    /** Another question for a column; a question has one column at most. */
    match(column: number, field: string | undefined): void {
      if (sheet === undefined || own === undefined) return;
      const matches = own.matches.map((one, index) => {
        if (index === column) return field;
        return one === field ? undefined : one;
      });
      rememberColumns(titlesOf(sheet.facts), { chosen: matches, found: sheet.facts.matches });
      change(() => ({ matches }));
    },
    readDates: (field: string, reading: ColumnReading): void =>
      change(({ dates }) => ({ dates: { ...dates, [field]: { ...dates[field], ...reading } } })),
    /** What a text means in all cells of a column; undefined takes it back. */
    mean: (field: string, text: string, value: string | undefined): void =>
      change(({ values: { [valueKey(field, text)]: _, ...others } }) => ({
        values: value === undefined ? others : { ...others, [valueKey(field, text)]: value },
      })),
    correct: (cells: readonly { readonly row: number; readonly field: string; readonly text: string }[]): void =>
      change(({ corrections }) => ({
        corrections: {
          ...corrections,
          ...Object.fromEntries(cells.map(({ row, field, text }) => [cellKey(row, field), text])),
        },
      })),
    /** Rejects if the work on this sheet has ended. */
    async write(format: SheetFormat): Promise<Uint8Array<ArrayBuffer>> {
      try {
        if (task === undefined || hasStopped) throw new Error('no sheet was read');
        return await work.now().write(task.choices, context, format);
      } catch (failure) {
        stop();
        throw failure;
      }
    },
    template: (format: SheetFormat) => work.now().template(context, format),
  };
}
export type SheetState = ReturnType<typeof useSheet>;
