import type { ReactNode } from 'react';
import type { Elements } from '#components/elements.ts';
import { PageShell } from '#components/page.tsx';
import { entryOf, type ViewName, viewOpened } from '#platform/view-slice.ts';
import { useAppDispatch } from './hooks.ts';

interface ViewShellProps {
  readonly view: ViewName;
  readonly head?: ReactNode;
  readonly notices?: ReactNode;
  /** The content has the larger heading, as in a view with steps. */
  readonly hasSmallTitle?: boolean;
  readonly children: Elements;
}

/** A view's title and way back, around its form, or around its placeholder while the scripts are loading. */
export function ViewShell({ view, hasSmallTitle = false, ...parts }: ViewShellProps) {
  const dispatch = useAppDispatch();
  const { title = '', intro, back, choice = false, hasSteps = false } = entryOf(view);
  const label = back === 'home' && !choice ? 'Back to home' : 'Back';
  const width = choice ? 'page' : 'form';
  return (
    <PageShell
      {...{ title, intro, width, ...parts }}
      hasSmallTitle={hasSteps || hasSmallTitle}
      back={{ label, onClick: () => dispatch(viewOpened(back)) }}
    />
  );
}
