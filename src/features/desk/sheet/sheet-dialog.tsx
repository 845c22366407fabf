import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { toast } from '#components/toasts.tsx';
import { Verbatim } from '#components/verbatim.tsx';
import { selectDrafts } from '#features/drafts/drafts-slice.ts';
import { keptAgency, startingAnswers } from '#features/drafts/starting-answers.ts';
import { saveFile } from '#platform/save-file.ts';
import { SheetBox } from './sheet.styles.ts';
import type { SheetContext } from './sheet-columns.ts';
import { studentKey } from './sheet-doubles.ts';
import { SheetEncodings } from './sheet-encodings.tsx';
import { MEDIA_TYPES, type SheetFormat } from './sheet-format.ts';
import { SheetOutcome } from './sheet-outcome.tsx';
import { SheetStart } from './sheet-start.tsx';
import { namesInWords, studentsInWords } from './sheet-words.ts';
import { sortStudents } from './sort-students.ts';
import { useMaking } from './use-making.ts';
import { useSheet } from './use-sheet.ts';

export interface SheetDialogProps {
  readonly context: SheetContext;
  readonly onClose: () => void;
}

const NO_TEMPLATE = 'We could not make the file. Check your connection, and try again.';
const STOPPED = 'The part that checks spreadsheets has stopped. Press “Continue”, then save again.';

/** Makes drafts of the agent variant from a spreadsheet. The person sees everything first. */
export function SheetDialog({ context, onClose }: SheetDialogProps) {
  const drafts = useSelector(selectDrafts);
  const given = useMemo(
    () => ({
      starting: { ...startingAnswers('agent'), ...keptAgency() },
      known: Object.values(drafts).map(studentKey).filter(Boolean),
    }),
    [drafts],
  );
  const sheet = useSheet(context, given);
  const { judged, own } = sheet;
  const making = useMaking(sheet.sheet);
  const [decisions, setDecisions] = useState({ withFaults: false, withDoubles: false, withHidden: false });
  const sorted = sortStudents(judged?.students ?? [], making.rows, decisions);
  const isBusy = making.progress !== undefined;
  const [isLeaving, setLeaving] = useState(false);
  /** The corrections that are in a file. */
  const [saved, setSaved] = useState<object>();
  const rows = new Set(sorted.waiting.map(({ row }) => row));
  const isUnsaved =
    own !== undefined &&
    own.corrections !== saved &&
    Object.keys(own.corrections).some((key) => rows.has(Number.parseInt(key, 10)));

  /** Once some of the sheet were added, the others are not forgotten: they are named before the dialog closes. */
  const left = making.rows.size > 0 ? sorted.waiting.filter(({ double }) => double === undefined) : [];
  const close = () => (isUnsaved || left.length > 0 ? setLeaving(true) : onClose());
  /** Whether it was written. */
  const save = async (name: string, format: SheetFormat, written: Promise<Uint8Array<ArrayBuffer>>, failed: string) => {
    const bytes = await written.catch(() => undefined);
    if (bytes) saveFile(new Blob([bytes], { type: MEDIA_TYPES[format] }), `${name}.${format}`);
    else toast.error(failed, { id: 'sheet' });
    return bytes !== undefined;
  };
  const saveSheet = async (format: SheetFormat) => {
    const corrections = own?.corrections;
    const name = correctedName(sheet.sheet?.file.name);
    if (await save(name, format, sheet.write(format), STOPPED)) setSaved(corrections);
  };
  const make = async () => {
    const count = await making.make(sorted.taken);
    if (count < sorted.waiting.length) return;
    toast.success(`${studentsInWords(count)} added`, { id: 'sheet' });
    onClose();
  };

  return (
    <Modal
      open
      title="Add students from a spreadsheet"
      size="full"
      onClose={close}
      dismissable={!isBusy}
      footer={
        isLeaving ? (
          <Notice
            kind="warning"
            role="alert"
            actions={
              <>
                <Button size="sm" onClick={() => setLeaving(false)}>
                  Go back and correct
                </Button>
                <Button size="sm" icon="download" onClick={() => void saveSheet('xlsx')}>
                  Save as a file
                </Button>
                <Button size="sm" variant="danger" onClick={onClose}>
                  {left.length > 0 ? 'Leave them out' : 'Close without them'}
                </Button>
              </>
            }
          >
            {left.length > 0 && (
              <p>
                <span>
                  {left.length === 1 ? 'This student is not added: ' : `${left.length} students are not added: `}
                </span>
                <Verbatim>{namesInWords(left)}</Verbatim>
              </p>
            )}
            {isUnsaved && <p>Your corrections are not saved yet.</p>}
          </Notice>
        ) : (
          judged && (
            <Button
              variant="primary"
              disabled={sorted.taken.length === 0 || isBusy || !sheet.isCurrent}
              onClick={() => void make()}
            >
              {making.progress
                ? `Adding student ${making.progress.made + 1} of ${making.progress.of}…`
                : `Add ${studentsInWords(sorted.taken.length)}`}
            </Button>
          )
        )
      }
    >
      <SheetBox onPaste={isBusy ? undefined : sheet.paste}>
        <SheetStart
          sheet={sheet}
          isBusy={isBusy}
          onTemplate={(format) => void save('students', format, sheet.template(format), NO_TEMPLATE)}
        />
        {sheet.refusal !== undefined && (
          <Notice kind="error" role="alert">
            {sheet.refusal}
          </Notice>
        )}
        {sheet.unread && (
          <SheetEncodings
            key={sheet.unread.file.name}
            name={sheet.unread.file.name}
            choices={sheet.unread.encodings}
            onChoose={(encoding) => sheet.unread && void sheet.read(sheet.unread.file, { encoding })}
          />
        )}
        {sheet.hasStopped && (
          <Notice
            kind="error"
            role="alert"
            actions={
              <Button size="sm" onClick={() => void sheet.resume()}>
                Continue
              </Button>
            }
          >
            The part that checks spreadsheets has stopped. Your choices and corrections are still here.
          </Notice>
        )}
        <SheetOutcome
          sheet={sheet}
          making={making}
          sorted={sorted}
          context={context}
          decisions={decisions}
          onDecide={(decided) => setDecisions((before) => ({ ...before, ...decided }))}
          onSave={(format) => void saveSheet(format)}
        />
      </SheetBox>
    </Modal>
  );
}

const correctedName = (fileName = 'students'): string => `${fileName.replace(/\.\w+$/, '')}-corrected`;
