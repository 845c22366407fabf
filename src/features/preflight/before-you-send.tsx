import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Icon } from '#components/icon.tsx';
import { keepFocusInSight } from '#components/modal.tsx';
import { styled } from '#components/styled.ts';
import { Words } from '#components/verbatim.tsx';
import type { Answers, FormContext } from '#domain/form/form.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import { WithWarned } from '#features/documents/inspection/late-inspection.tsx';
import { PassportButton } from '#features/passport/passport-button.tsx';
import { usePassport } from '#features/passport/passport-readings.ts';
import { ZonePicture } from '#features/passport/zone-picture.tsx';
import { preflight } from './checks.ts';
import { confirmedOf, keepConfirmed, nameOf } from './confirmed-findings.ts';

const Section = styled('section', {
  base: {
    paddingBlock: '2',
    borderTopWidth: '1px',
    borderColor: 'line',
    '& > [data-part=before]': { marginBottom: '1', fontSize: 'md', fontWeight: 'bold', lineHeight: 'snug' },
    '& > ul': { display: 'grid', gap: '1', marginBlock: '1' },
    '& li': {
      display: 'flex',
      gap: '1.5',
      px: '2',
      py: '1.5',
      bg: 'warningSoft',
      borderInlineStartWidth: '3px',
      borderColor: 'warning',
      borderRadius: 'corner',
      '& > svg': { marginTop: '2px', color: 'warning' },
      '& > div': { flex: '1', minWidth: '0', overflowWrap: 'anywhere' },
      '& strong': { display: 'block', fontWeight: 'medium' },
    },
    '& [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '1', marginTop: '1' },
    _print: { display: 'none' },
  },
});

/** A document's slot and its label. */
interface NamedDocument {
  readonly slot: string;
  readonly label: string;
}

export interface BeforeYouSendProps {
  readonly draftId: string;
  readonly answers: Answers;
  readonly context: FormContext;
  readonly documents: readonly NamedDocument[];
  /** Goes to the field of a finding. */
  readonly onShow?: ((place: string) => void) | undefined;
}

interface AdviceProps extends BeforeYouSendProps {
  /** Those with an open note. */
  readonly warned: readonly NamedDocument[];
  /** Those whose text is in another language. */
  readonly foreign: readonly NamedDocument[];
}

/**
 * Advice before sending, like the questions of an admissions officer. It is computed on this device, blocks nothing and is
 * not sent. A finding that is marked as correct does not return until its answer changes.
 */
export const BeforeYouSend = (props: BeforeYouSendProps) => (
  <WithWarned draftId={props.draftId} documents={props.documents}>
    {(warned, foreign) => <Advice {...props} warned={warned} foreign={foreign} />}
  </WithWarned>
);

function Advice({ draftId, answers, context, warned, foreign, onShow }: AdviceProps) {
  const [confirmed, setConfirmed] = useState(() => confirmedOf(draftId));
  const heading = useRef<HTMLParagraphElement>(null);
  const passport = usePassport(draftId);
  const read = passport?.reading?.state === 'read' ? passport.reading : undefined;
  const findings = preflight({
    answers: visibleAnswers(studentForm, answers, context),
    today: context.today,
    warned,
    foreign,
    passport: read?.zone,
  });
  const open = findings.filter((finding) => !confirmed.has(nameOf(finding)));
  useLayoutEffect(keepFocusInSight);
  const calledCorrect = findings.length - open.length;
  const confirm = (names: ReadonlySet<string>) => {
    keepConfirmed(draftId, names);
    setConfirmed(names);
    heading.current?.focus();
  };
  return (
    <Section aria-label="Before you send">
      <p ref={heading} tabIndex={-1} data-part="before">
        Before you send
      </p>
      <p>
        {open.length === 0
          ? NOTHING
          : `Please check ${open.length === 1 ? 'this' : `these ${open.length}`}. You can send the application as it is.`}
      </p>
      <ul>
        {open.map((finding) => (
          <li key={nameOf(finding)}>
            <Icon name="alert" />
            <div>
              <strong>
                <Words verbatim={finding.verbatim}>{finding.saw}</Words>
              </strong>
              <p>{finding.why}</p>
              {finding.rule === 'passportDiffers' && read && <ZonePicture passport={read} />}
              <div data-part="actions">
                {onShow && (
                  <Button size="sm" icon="edit" onClick={() => onShow(finding.place)}>
                    Go to this answer
                  </Button>
                )}
                <Button size="sm" icon="check" onClick={() => confirm(new Set([...confirmed, nameOf(finding)]))}>
                  This is correct
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ul>
      {passport && !read && <PassportButton {...passport} />}
      {calledCorrect > 0 && (
        <Button size="sm" variant="quiet" onClick={() => confirm(new Set())}>
          {`Show ${calledCorrect} that you called correct`}
        </Button>
      )}
    </Section>
  );
}

const NOTHING = 'We checked dates, names, scores and contacts on this device, and found nothing to ask about.';
