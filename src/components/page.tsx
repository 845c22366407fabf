import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Logo } from './logo.tsx';
import { ActionBar, PageBox } from './page.styles.ts';
import { SiteFooter } from './site-footer.tsx';

export { ActionBar };

interface PageShellProps {
  readonly title: string;
  readonly intro?: ReactNode | undefined;
  /** The way back: 'Back to home' or 'Back' (contract, section 6). */
  readonly back: { readonly label: string; readonly onClick: () => void };
  /** The slim bar that stays in sight: whose application, the step, the save state, the connection. */
  readonly head?: ReactNode;
  /** Above the title, across the page: offline, another tab, demo mode. */
  readonly notices?: ReactNode;
  /** `form` is one column of 44rem; `page` takes the width there is. */
  readonly width?: 'form' | 'page';
  readonly children: ReactNode;
}

/** Everything around a view but the landing page: masthead with the way back, sticky head, title, body, footer. */
export function PageShell({ title, intro, back, head, notices, width = 'form', children }: PageShellProps) {
  return (
    <PageBox width={width}>
      <header data-part="masthead">
        <Logo />
        <Button variant="quiet" size="sm" icon="arrow-left" onClick={back.onClick}>
          {back.label}
        </Button>
      </header>
      {head && (
        <div data-part="sticky">
          <div>{head}</div>
        </div>
      )}
      <div data-part="body">
        {notices && <div data-part="notices">{notices}</div>}
        <div data-part="title">
          <h1 tabIndex={-1}>{title}</h1>
          {intro && <p>{intro}</p>}
        </div>
        {children}
      </div>
      <SiteFooter />
    </PageBox>
  );
}
