import { useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { controlId, describe, FieldFrame } from '#components/field/field-frame.tsx';
import { styled } from '#components/styled.ts';
import { pdfFile, type RejectedFile } from '#components/upload/accepted-files.ts';
import type { DocumentDescriptor } from '../documents-slice.ts';
import { useDocumentsEngine } from '../use-documents.ts';
import type { DocumentPlace } from './picture-room.tsx';
import { useInspections } from './use-inspection.ts';

const EMPTY = 'Please enter the password';
const WRONG = 'This password does not open it. Check capital letters and spaces, and try again';
const FAILED = 'The PDF could not be unlocked now. Check your connection and try again, or choose another file';

const Question = styled('div', {
  base: { display: 'grid', justifyItems: 'start', gap: '1', marginTop: '1', '& > div': { justifySelf: 'stretch' } },
});

interface UnlockDocumentProps extends DocumentPlace {
  readonly document: DocumentDescriptor;
  /** Attaches the unlocked copy as if it had been chosen; resolves with the reason if it is refused. */
  readonly onFile: (file: File) => Promise<RejectedFile | undefined>;
}

/** Asks for the password of a PDF, and replaces the document with a copy without it. The password stays on this device. */
export function UnlockDocument({ draftId, slot, document, onFile }: UnlockDocumentProps) {
  const engine = useDocumentsEngine();
  const inspections = useInspections();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const name = `${slot}-password`;
  const unlock = async () => {
    const password = input.current?.value ?? '';
    if (password === '') return setError(EMPTY);
    setBusy(true);
    setError(undefined);
    try {
      const pdf = await inspections.unlock(draftId, slot, password);
      if (!pdf) setError(WRONG);
      // The document stays if the copy is refused; the slot says why.
      else if (!(await onFile(pdfFile(pdf, document.name)))) await engine.answer(draftId, slot, { unlocked: true });
    } catch {
      setError(FAILED);
    }
    setBusy(false);
  };
  return (
    <Question>
      <FieldFrame name={name} label="Password of this PDF" error={error}>
        <div data-part="control">
          <input
            ref={input}
            id={controlId(name)}
            type="password"
            autoComplete="off"
            spellCheck={false}
            {...describe({ name, error })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Otherwise the form around it would open the next step.
              event.preventDefault();
              void unlock();
            }}
          />
        </div>
      </FieldFrame>
      <Button size="sm" busy={isBusy ? 'Unlocking…' : undefined} onClick={() => void unlock()}>
        Unlock this PDF
      </Button>
    </Question>
  );
}
