import { memo } from 'react';
import { type OptionPlace, optionProps, useOptionList } from '#components/option-list.ts';
import { styled } from '#components/styled.ts';
import { Verbatim, Words } from '#components/verbatim.tsx';
import { moment } from '#features/drafts/draft-row.tsx';
import type { DeskStudent } from './desk-students.ts';

/** Three lines and what is around them. */
const ESTIMATED_ROW = 86;

const List = styled('div', {
  base: {
    height: { base: 'calc(44 * var(--dvh))', md: '24rem' },
    overflowY: 'auto',
    contain: 'strict',
    borderBlockWidth: '1px',
    borderColor: 'line',
    '& > div': { position: 'relative' },
    '& [role=option]': {
      position: 'absolute',
      top: '0',
      insetInline: '0',
      px: '1.5',
      py: '1',
      contain: 'layout style paint',
      borderBottomWidth: '1px',
      borderColor: 'line',
      cursor: 'pointer',
      lineHeight: '1.375rem',
      '& > p': { overflowWrap: 'anywhere', fontSize: 'sm', color: 'inkSoft' },
      '& > [data-part=name]': { fontSize: 'md', fontWeight: 'medium', color: 'ink' },
      '&[data-state=failed] > [data-part=standing]': { color: 'error' },
      '&[aria-selected=true]': { bg: 'accentSoft' },
      _hover: { bg: 'accentSoft' },
      '&[data-active]': { bg: 'accentSoft', boxShadow: 'inset 0 0 0 2px var(--form-colors-accent)' },
    },
    '& > p': { px: '1.5', py: '3', textAlign: 'center', color: 'inkSoft' },
  },
});

interface StudentRowsProps {
  readonly id: string;
  readonly students: readonly DeskStudent[];
  readonly openId: string | null;
  /** The row the keyboard is at; -1 for none. */
  readonly active: number;
  readonly onChoose: (student: DeskStudent) => void;
}

/** The list as a listbox of which only the visible part stands in the document, however long it is. */
export function StudentRows({ id, students, openId, active, onChoose }: StudentRowsProps) {
  const { listProps, height, rows } = useOptionList({
    id,
    options: students,
    active,
    estimatedRow: ESTIMATED_ROW,
    onChoose,
  });
  return (
    <List {...listProps} role="listbox" aria-label="Students">
      {students.length === 0 && <p>No student has this name, passport number or reference</p>}
      <div role="presentation" style={{ height }}>
        {rows.map(({ key, option, place }) => (
          <StudentRow key={key} {...place} student={option} open={option.id === openId} />
        ))}
      </div>
    </List>
  );
}

interface StudentRowProps extends OptionPlace {
  readonly student: DeskStudent;
  readonly open: boolean;
}

const StudentRow = memo(function StudentRow({ student, open, ...place }: StudentRowProps) {
  return (
    <div {...optionProps(place, open)} data-state={student.state}>
      <p data-part="name">
        <Verbatim>{student.name}</Verbatim>
        {open && <span> (open now)</span>}
      </p>
      <p data-part="standing">
        <Words verbatim={[student.reference]}>{student.words}</Words>
      </p>
      <p>{`${student.canOpen ? 'Changed' : 'Sent'} ${moment(student.at)}`}</p>
    </div>
  );
});
