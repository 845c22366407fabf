import { Icon, type IconName } from '#components/icon.tsx';
import { STAGE_TITLES, type StageState } from '#domain/submission/stages.ts';
import type { Stage } from '#domain/submission/submission.ts';
import { stageWords } from './stage-words.ts';
import { StageList } from './submission.styles.ts';

const DRAWINGS: Readonly<Record<StageState, IconName>> = {
  pending: 'clock',
  'in-progress': 'refresh',
  completed: 'success',
  error: 'error',
};

/** Every stage in order, with the hooks of contract §6. */
export function StageRows({ stages }: { readonly stages: readonly Stage[] }) {
  return (
    <StageList>
      {stages.map((stage) => (
        <li key={stage.name} data-stage={stage.name} data-state={stage.state}>
          <Icon name={DRAWINGS[stage.state]} />
          <span>{STAGE_TITLES[stage.name]}</span>
          <small>{stageWords(stage)}</small>
        </li>
      ))}
    </StageList>
  );
}
