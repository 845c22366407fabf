import { useId, useState } from 'react';
import { Button } from '#components/button.tsx';
import { controlId, FieldFrame } from '#components/field/field-frame.tsx';
import { Select } from '#components/field/select.tsx';
import { Modal } from '#components/modal.tsx';
import type { Option } from '#domain/form/form.ts';

interface SetIntakeProps {
  /** How many students get it. */
  readonly count: number;
  readonly intakes: readonly Option[];
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
        <FieldFrame name={id} label="Preferred intake date">
          <div data-part="control" data-kind="select">
            <Select
              id={controlId(id)}
              data-first-focus
              options={intakes}
              chosen=""
              placeholder="Please select"
              onChange={({ currentTarget: { value } }) => setIntake(value)}
            />
          </div>
        </FieldFrame>
      </Modal>
    </>
  );
}
