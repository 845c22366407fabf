import { useId, useState } from 'react';
import { Button } from '#components/button.tsx';
import { fieldStyles } from '#components/field/field.styles.ts';
import { Modal } from '#components/modal.tsx';
import { styled } from '#components/styled.ts';

const Field = styled('div', { base: fieldStyles });

interface SetIntakeProps {
  /** How many students get it. */
  readonly count: number;
  readonly intakes: readonly { readonly value: string; readonly label: string }[];
  readonly onSet: (intake: string) => void;
}

/** One intake for several students: a button that opens a dialog with the question. */
export function SetIntake({ count, intakes, onSet }: SetIntakeProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [intake, setIntake] = useState('');
  const set = () => {
    setOpen(false);
    onSet(intake);
  };
  const words = `Set the intake for ${count} ${count === 1 ? 'application' : 'applications'}`;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Set the intake
      </Button>
      <Modal
        title={words}
        size="sm"
        open={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <Button variant="primary" disabled={intake === ''} onClick={set}>
            Set the intake
          </Button>
        }
      >
        <Field>
          <label data-part="label" htmlFor={id}>
            Preferred intake date
          </label>
          <div data-part="control" data-kind="select">
            <select
              id={id}
              data-first-focus
              value={intake}
              onChange={({ currentTarget: { value } }) => setIntake(value)}
            >
              <option value="">Please select</option>
              {intakes.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        </Field>
      </Modal>
    </>
  );
}
