import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { studentDocuments } from '#domain/student/documents.ts';
import { slotName } from './folder-words.ts';
import type { SlotPlace } from './match-files.ts';
import type { FolderStudent } from './plan-files.ts';

interface AssignFileProps {
  readonly path: string;
  readonly students: readonly FolderStudent[];
  /** What is known of its place. */
  readonly known: Partial<SlotPlace>;
  readonly onAssign: (place: SlotPlace) => void;
  readonly onCancel: () => void;
}

/** Where a file belongs, by hand: a student, and one of the documents. */
export function AssignFile({ path, students, known, onAssign, onCancel }: AssignFileProps) {
  const [id, setId] = useState(known.id ?? '');
  const [slot, setSlot] = useState(known.slot ?? '');
  const first = useRef<HTMLSelectElement>(null);
  // The button that has opened it is gone.
  useEffect(() => first.current?.focus(), []);
  const student = students.find((one) => one.id === id);
  return (
    <div data-part="assign">
      <span data-part="control" data-kind="select">
        <select
          ref={first}
          aria-label={`Student of ${path}`}
          autoComplete="off"
          value={id}
          onChange={({ currentTarget: { value } }) => setId(value)}
        >
          <option value="">Choose the student</option>
          {students
            .filter(({ blockedBecause }) => blockedBecause === undefined)
            .map((one) => (
              <option key={one.id} value={one.id} translate="no">
                {[one.name, one.passportNumber || one.email].filter(Boolean).join(', ')}
              </option>
            ))}
        </select>
      </span>
      <span data-part="control" data-kind="select">
        <select
          aria-label={`Document that ${path} is`}
          autoComplete="off"
          value={slot}
          onChange={({ currentTarget: { value } }) => setSlot(value)}
        >
          <option value="">Choose the document</option>
          {studentDocuments.map((one) => (
            <option key={one.slot} value={one.slot}>
              {student?.slots.includes(one.slot)
                ? `${slotName(one.slot)} (replaces your document)`
                : slotName(one.slot)}
            </option>
          ))}
        </select>
      </span>
      <div data-part="actions">
        <Button size="sm" variant="primary" disabled={!student || !slot} onClick={() => onAssign({ id, slot })}>
          Assign
        </Button>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
