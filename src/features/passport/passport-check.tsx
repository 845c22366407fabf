import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';
import { Verbatim } from '#components/verbatim.tsx';
import { selectDraft } from '#features/drafts/drafts-slice.ts';
import { differencesOf, formatAnswer, unansweredOf, type ZoneAnswer } from './compare.ts';
import { PassportButton } from './passport-button.tsx';
import { usePassport } from './passport-readings.ts';
import { ZonePicture } from './zone-picture.tsx';

export interface PassportCheckProps {
  readonly draftId: string;
  /** Fills in answers as if they were typed. */
  readonly onFill: (changes: Readonly<Record<string, string>>) => void;
}

const Box = styled('div', {
  base: {
    display: 'grid',
    gap: '1',
    marginTop: '1',
    '& dl': { display: 'grid', gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)', columnGap: '2' },
    '& dt': { color: 'inkSoft' },
    '& dd': { margin: '0', overflowWrap: 'anywhere' },
  },
});

/**
 * Below the attached passport: a button that reads it on this device, its differences from the answers, and a button that
 * fills empty answers.
 */
export function PassportCheck({ draftId, onFill }: PassportCheckProps) {
  const passport = usePassport(draftId);
  const answers = useSelector(selectDraft)?.answers ?? {};
  /** `of`: the attachment that the answers were filled from. */
  const [filled, setFilled] = useState<{ readonly of: string; readonly fields: readonly ZoneAnswer[] }>();
  if (passport === undefined) return null;
  const { attachment, reading } = passport;
  if (reading?.state !== 'read') {
    return (
      <Box>
        <PassportButton {...passport} />
      </Box>
    );
  }
  const differences = differencesOf(reading.zone, answers);
  const done = filled?.of === attachment ? filled.fields.filter(({ field, value }) => answers[field] === value) : [];
  const empty = unansweredOf(reading.zone, answers);
  const isSame = differences.length === 0 && empty.length === 0;
  return (
    <Box>
      <Notice
        kind={differences.length > 0 ? 'warning' : 'info'}
        role="status"
        title={
          differences.length > 0 ? 'The passport differs from your answers' : 'The passport was read on this device'
        }
      >
        {isSame && <p>Passport number, dates, nationality and gender are as in your answers.</p>}
        {differences.map(({ field, label, value, answer }) => (
          <p key={field}>
            <span>{`${label}: the passport says `}</span>
            <Verbatim>{formatAnswer(field, value)}</Verbatim>, your answer is{' '}
            <Verbatim>{formatAnswer(field, answer)}</Verbatim>
          </p>
        ))}
      </Notice>
      <ZonePicture passport={reading} />
      {done.length > 0 ? (
        <FillableAnswers
          title="Filled from the passport:"
          fields={done}
          button={`Undo filling ${answersOf(done)}`}
          onPress={() => {
            onFill(Object.fromEntries(done.map(({ field }) => [field, ''])));
            setFilled(undefined);
          }}
        />
      ) : (
        empty.length > 0 && (
          <FillableAnswers
            title="You have not answered these. The passport says:"
            fields={empty}
            button={`Fill ${answersOf(empty)}`}
            onPress={() => {
              onFill(Object.fromEntries(empty.map(({ field, value }) => [field, value])));
              setFilled({ of: attachment, fields: empty });
            }}
          />
        )
      )}
    </Box>
  );
}

const answersOf = ({ length }: readonly ZoneAnswer[]): string => `${length} ${length === 1 ? 'answer' : 'answers'}`;

interface FillableAnswersProps {
  readonly title: string;
  readonly fields: readonly ZoneAnswer[];
  readonly button: string;
  readonly onPress: () => void;
}

/** The values and one button for all of them. Filling and undoing use the same element, so that the focus stays on it. */
function FillableAnswers({ title, fields, button, onPress }: FillableAnswersProps) {
  return (
    <>
      <p>{title}</p>
      <dl>
        {fields.map(({ field, label, value }) => [
          <dt key={`${field} label`}>{label}</dt>,
          <dd key={field}>
            <Verbatim>{formatAnswer(field, value)}</Verbatim>
          </dd>,
        ])}
      </dl>
      <div>
        <Button size="sm" onClick={onPress}>
          {button}
        </Button>
      </div>
    </>
  );
}
