import { memo } from 'react';
import { Icon } from '#components/icon.tsx';
import { ProgressBar } from '#components/progress.tsx';
import { VisuallyHidden } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import { studentForm } from '#domain/student/form.ts';

const Root = styled('nav', {
  base: {
    '& ol': { display: { base: 'none', md: 'grid' }, gridTemplateColumns: 'repeat(4, 1fr)', gap: '1' },
    '& button': {
      display: 'grid',
      gap: '0.5',
      width: '100%',
      minHeight: 'control',
      py: '1',
      textAlign: 'start',
      fontSize: 'sm',
      lineHeight: 'snug',
      color: 'inkSoft',
      borderTopWidth: '3px',
      borderColor: 'line',
      cursor: 'pointer',
      '&[data-state=completed]': { color: 'ink', borderColor: 'accent' },
      '&[data-state=current]': { color: 'accent', borderColor: 'accent', fontWeight: 'medium' },
      // A contrast theme gives all borders the same color.
      '@media (forced-colors: active)': { '&[data-state=current]': { borderTopWidth: '8px' } },
      _disabled: { cursor: 'not-allowed' },
    },
    '& button > span': { display: 'flex', alignItems: 'center', gap: '0.5' },
    '& > p': {
      display: { base: 'flex', md: 'none' },
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      columnGap: '2',
      marginBottom: '0.5',
      fontSize: 'sm',
      color: 'inkSoft',
      '& > strong': { color: 'ink' },
    },
    '& > progress': { display: { md: 'none' } },
    _print: { display: 'none' },
  },
});

type StepState = 'completed' | 'current' | 'pending';

interface StepIndicatorProps {
  /** 1 to 4. */
  readonly step: number;
  readonly completed: readonly number[];
  readonly onOpen: (step: number) => void;
}

const WORDS: Readonly<Record<StepState, string>> = {
  completed: 'completed',
  current: 'current step',
  pending: 'not yet open',
};

/**
 * The four steps. Completed steps and the current one can be clicked. A phone shows 'Step N of 4' with the step's
 * title, and a bar.
 */
export const StepIndicator = memo(function StepIndicator({ step, completed, onOpen }: StepIndicatorProps) {
  const words = `Step ${step} of ${studentForm.steps.length}`;
  return (
    <Root aria-label="Steps">
      <ol>
        {studentForm.steps.map(({ id, title }, index) => {
          const state = stateOf(index + 1, step, completed);
          return (
            <li key={id}>
              <button
                type="button"
                data-state={state}
                disabled={state === 'pending'}
                aria-current={state === 'current' ? 'step' : undefined}
                onClick={() => onOpen(index + 1)}
              >
                <span>
                  <span>{index + 1}</span>
                  {state === 'completed' && <Icon name="check" />}
                </span>
                <span>{title}</span>
                <VisuallyHidden>{`, ${WORDS[state]}`}</VisuallyHidden>
              </button>
            </li>
          );
        })}
      </ol>
      <p>
        <strong>{words}</strong> <span>{studentForm.steps[step - 1]?.title}</span>
      </p>
      <ProgressBar label={words} value={step} max={studentForm.steps.length} />
    </Root>
  );
});

function stateOf(number: number, current: number, completed: readonly number[]): StepState {
  if (number === current) return 'current';
  return completed.includes(number) ? 'completed' : 'pending';
}
