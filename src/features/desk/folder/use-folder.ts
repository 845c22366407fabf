import { useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { pdfFile } from '#components/upload/accepted-files.ts';
import type { SubmissionDispatch } from '#features/submission/submission-services.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { type AttachOutcome, attachFiles, type FileToAttach } from './attach-files.ts';
import { findPassports, possiblePassports } from './find-passports.ts';
import { slotName } from './folder-words.ts';
import type { SlotPlace } from './match-files.ts';
import { type FolderStudent, filesByPlace, type ManualAssignments, placeKey, planFiles } from './plan-files.ts';
import { type ChosenFile, MOST_FILES, readFolder, withoutSystemFiles } from './read-folder.ts';

const NOBODY: readonly FolderStudent[] = [];
const NO_FILES: readonly ChosenFile[] = [];
const NOT_SAID: ManualAssignments = new Map();
const NO_OUTCOMES: ReadonlyMap<number, AttachOutcome> = new Map();
const UNREADABLE = 'We could not read this. Choose the folder again, or the files in it';
const NO_PDFS = 'We could not load the part that makes PDFs. Check your connection and try again';
const NOT_ALL_PDFS = 'This browser cannot read the photos that are left';
const NOT_COMBINED = 'We could not combine these files. One of them may have a password or be damaged';
const NO_READER = 'We could not load the part that reads passports. Check your connection and try again';
const NO_PASSPORTS = 'We found no passport of these students in the files without a student';
const NO_FILES_INSIDE = 'We found no files there';

interface FolderOptions {
  readonly students: readonly FolderStudent[] | undefined;
  /** Brings the students up to date before files are matched with them. Never rejects. */
  readonly refresh: () => Promise<void>;
}

/** The chosen files with their places, the changes of the person, and the outcomes. */
export function useFolder({ students = NOBODY, refresh }: FolderOptions) {
  const dispatch = useDispatch<SubmissionDispatch>();
  const [files, setFiles] = useState(NO_FILES);
  const [refusal, setRefusal] = useState<string>();
  const [byHand, setByHand] = useState(NOT_SAID);
  const [outcomes, setOutcomes] = useState(NO_OUTCOMES);
  const [mayReplace, setMayReplace] = useState(false);
  const [isReading, setReading] = useState(false);
  const [isStopping, setStopping] = useState(false);
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number }>();
  const isStopped = useRef(false);
  // A large folder may be read long after the person has continued. Its files never replace files that are being attached,
  // which are known by their index in the list.
  const isAtWork = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const isAttached = (index: number) => 'isKept' in (outcomes.get(index) ?? {});
  // An attached document changes its student. That must not change the places of other files.
  const [heldStudents, setHeldStudents] = useState<readonly FolderStudent[]>();
  const found = heldStudents ?? students;
  const planned = useMemo(() => planFiles(files, found, byHand), [files, found, byHand]);
  const together = useMemo(
    () => filesByPlace(planned, (index) => 'isKept' in (outcomes.get(index) ?? {})),
    [planned, outcomes],
  );
  /** Runs one task at a time. `work` resolves with the reason in words if it failed. */
  const reading = async (work: () => Promise<string | undefined>): Promise<void> => {
    if (isAtWork.current) return;
    isAtWork.current = true;
    setReading(true);
    setRefusal(undefined);
    const why = await work();
    isAtWork.current = false;
    setReading(false);
    setRefusal(why);
  };
  return {
    files,
    /** Why the last choice was refused. */
    refusal,
    planned,
    outcomes,
    /** Present documents may be replaced. */
    mayReplace,
    setMayReplace,
    isReading,
    isStopping,
    isAttached,
    /** Undefined while nothing is attached. */
    progress,
    /** Reads the students, then these files in place of the earlier ones. If they cannot be read, the earlier ones stay. */
    choose: (chosen: readonly File[]): Promise<void> =>
      reading(async () => {
        const wanted = withoutSystemFiles(chosen);
        const why = whyNotAtOnce(wanted.length);
        if (why !== undefined) return why;
        await refresh();
        setFiles(await readFolder(wanted));
        setByHand(NOT_SAID);
        setOutcomes(NO_OUTCOMES);
        setMayReplace(false);
        return undefined;
      }),
    /** Replaces each photo by a PDF of it. A photo that cannot be read stays. */
    makePdfs: (): Promise<void> =>
      reading(async () => {
        const made = await pdfsOf(files).catch(() => undefined);
        if (made === undefined) return NO_PDFS;
        setFiles(made);
        return made.some(({ content }) => content === 'photo') ? NOT_ALL_PDFS : undefined;
      }),
    /** The files that can be combined, by `placeKey`. */
    together,
    /** Replaces them by one PDF of all, in the order of their paths. */
    combine: (place: SlotPlace): Promise<void> =>
      reading(async () => {
        const parts = together.get(placeKey(place)) ?? [];
        const made = await combined(
          parts.flatMap((index) => files[index] ?? []),
          place,
        ).catch(() => undefined);
        if (made === undefined) return NOT_COMBINED;
        const [first = 0] = parts;
        const left = [...files.keys()].filter((index) => index === first || !parts.includes(index));
        setFiles(left.flatMap((index) => (index === first ? made : (files[index] ?? []))));
        setByHand(new Map([...moved(byHand, left), [left.indexOf(first), place]]));
        setOutcomes(moved(outcomes, left));
        return undefined;
      }),
    /** Reads files without a student, and matches passports by their numbers. */
    findPassports: (): Promise<void> =>
      reading(async () => {
        const wanted = possiblePassports(planned).flatMap((index) => {
          const file = files[index];
          return file ? [[index, file] as const] : [];
        });
        let count = 0;
        const onFound = (index: number, place: SlotPlace) => {
          count += 1;
          setByHand((before) => new Map([...before, [index, place]]));
        };
        const why = await findPassports(wanted, found, onFound).then(
          () => undefined,
          () => NO_READER,
        );
        return why ?? (count === 0 ? NO_PASSPORTS : undefined);
      }),
    /** The dropped files cannot be read. */
    refuse: () => setRefusal(UNREADABLE),
    assign: (index: number, to: SlotPlace | 'left-out') => setByHand((before) => new Map([...before, [index, to]])),
    stop(): void {
      isStopped.current = true;
      setStopping(true);
    },
    async attach(work: readonly FileToAttach[]): Promise<void> {
      if (isAtWork.current) return;
      isAtWork.current = true;
      isStopped.current = false;
      setRefusal(undefined);
      setStopping(false);
      setProgress({ done: 0, of: work.length });
      setHeldStudents(students);
      let done = 0;
      const onEach = (index: number, outcome: AttachOutcome) => {
        done += 1;
        setProgress({ done, of: work.length });
        setOutcomes((before) => new Map([...before, [index, outcome]]));
      };
      await dispatch(attachFiles(work, { students, onEach, isStopped: () => isStopped.current }));
      isAtWork.current = false;
      setHeldStudents(undefined);
      setProgress(undefined);
    },
  };
}
export type FolderState = ReturnType<typeof useFolder>;

const pdfMaker = async () =>
  (await importWithRetry(() => import('#features/documents/scan/pdf-maker.ts'))).createPdfMaker();

/** The files, with each photo as a PDF. @throws the browser's error if the scripts cannot be loaded */
async function pdfsOf(files: readonly ChosenFile[]): Promise<readonly ChosenFile[]> {
  const maker = await pdfMaker();
  const made: ChosenFile[] = [];
  for (const one of files) {
    const pdf = one.content === 'photo' && (await maker.ofPhoto(one.file).catch(() => undefined));
    const path = one.path.replace(/\.[^./]*$/, '.pdf');
    made.push(pdf ? { file: pdf, path, size: pdf.size, content: 'pdf' } : one);
  }
  maker.close();
  return made;
}

/** One PDF of several, under all of their paths. Rejects if it cannot be made. */
async function combined(files: readonly ChosenFile[], { slot }: SlotPlace): Promise<ChosenFile> {
  const maker = await pdfMaker();
  try {
    const { pdf, losesSignature } = await maker.ofPdfs(files.map(({ file }) => file));
    const path = files.map((one) => one.path).join(' + ');
    return { file: pdfFile(pdf, `${slotName(slot)}.pdf`), path, size: pdf.size, content: 'pdf', losesSignature };
  } finally {
    maker.close();
  }
}

/** Moves values by file index to the new indexes, after only the files of `left` remain. */
const moved = <Known>(known: ReadonlyMap<number, Known>, left: readonly number[]): ReadonlyMap<number, Known> =>
  new Map([...known].flatMap(([index, one]) => (left.includes(index) ? [[left.indexOf(index), one] as const] : [])));

function whyNotAtOnce(count: number): string | undefined {
  if (count === 0) return NO_FILES_INSIDE;
  if (count <= MOST_FILES) return undefined;
  return `These are ${count} files. Choose ${MOST_FILES} or fewer`;
}
