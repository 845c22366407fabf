import { Icon, type IconName } from '#components/icon.tsx';
import { styled } from '#components/styled.ts';
import { STAGE_TITLES, STAGES_BY_KIND, type StageState, type SubmissionKind } from '#domain/submission/stages.ts';
import { HELD_CODE, type Stage, type StageError } from '#domain/submission/submission.ts';

const StageList = styled('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '0',
    listStyle: 'none',
    '* + &': { marginTop: '1' },
    '& > li': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '1.5',
      minHeight: '2.75rem',
      borderBottomWidth: '1px',
      borderColor: 'line',
      color: 'inkSoft',
      '& > span': { flex: '1 1 8rem' },
      '& > small': { fontSize: 'sm', whiteSpace: 'nowrap' },
    },
    '& > li:last-child': { borderBottomWidth: '0' },
    '& > [data-state=in-progress]': { color: 'ink', fontWeight: 'medium', '& > svg': { color: 'info' } },
    '& > [data-state=completed]': { color: 'ink', '& > svg': { color: 'success' } },
    '& > [data-state=error]': { color: 'ink', fontWeight: 'medium', '& > svg, & > small': { color: 'error' } },
    '& > [data-part=held]': { '& > svg, & > small': { color: 'info' } },
  },
});

const ICONS: Readonly<Record<StageState, IconName>> = {
  pending: 'clock',
  'in-progress': 'refresh',
  completed: 'success',
  error: 'error',
};

/** R12.2 */
export const SUCCESS = 'Application submitted successfully!';

const STATE_WORDS: Readonly<Record<StageState, string>> = {
  pending: 'To do',
  'in-progress': 'In progress',
  completed: 'Done',
  error: 'Problem',
};

/** Whether the staff check what its unanswered call did: the applicant cannot help. */
const isHeldStage = ({ error }: Stage): boolean => error?.code === HELD_CODE;

function stageStateText(stage: Stage, isQueued: boolean): string {
  if (isQueued && stage.state === 'error') return 'Waiting';
  if (isHeldStage(stage)) return 'Being checked';
  return stage.state === 'completed' && stage.skipped ? 'Not needed' : STATE_WORDS[stage.state];
}

interface StageRowsProps {
  readonly stages: readonly Stage[];
  /** The outbox will retry automatically, so a failure is shown as waiting. */
  readonly isQueued?: boolean;
}

/** All stages in order, with the attributes of R16.6. */
export function StageRows({ stages, isQueued = false }: StageRowsProps) {
  const isCalm = (stage: Stage) => isHeldStage(stage) || (isQueued && stage.state === 'error');
  return (
    <StageList>
      {stages.map((stage) => (
        <li
          key={stage.name}
          data-stage={stage.name}
          data-state={stage.state}
          {...(isCalm(stage) && { 'data-part': 'held' })}
        >
          <Icon name={isCalm(stage) ? 'clock' : ICONS[stage.state]} />
          <span>{STAGE_TITLES[stage.name]}</span>
          <small>{stageStateText(stage, isQueued)}</small>
        </li>
      ))}
    </StageList>
  );
}

/** The stages before the server's first answer: the first one is in progress or has failed. */
export function stagesBeforeAnswer(kind: SubmissionKind, failure?: StageError): readonly Stage[] {
  return STAGES_BY_KIND[kind].map((name, index) => {
    if (index > 0) return { name, state: 'pending' };
    return failure ? { name, state: 'error', error: failure } : { name, state: 'in-progress' };
  });
}

export const errorOf = (stages: readonly Stage[]): StageError | undefined =>
  stages.find(({ state }) => state === 'error')?.error;

export const QUEUED = 'Saved. We will send it when you are online.';

/** Announced by screen readers. */
export function announcement(stages: readonly Stage[], waiting: boolean, isQueued = false): string {
  const error = errorOf(stages);
  if (error && isQueued) return `${QUEUED} ${error.message}`;
  if (error) return [error.message, error.detail].filter(Boolean).join('. ');
  if (stages.every(({ state }) => state === 'completed')) return SUCCESS;
  if (waiting) return 'Waiting for your documents to be uploaded';
  const current = stages.find(({ state }) => state === 'in-progress');
  return current ? STAGE_TITLES[current.name] : '';
}
