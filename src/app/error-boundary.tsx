import { Component, type ReactNode } from 'react';
import type { RootOptions } from 'react-dom/client';
import { Button } from '#components/button.tsx';
import { Logo } from '#components/institute.tsx';
import { Notice } from '#components/notice.tsx';
import { PageBox } from '#components/page.tsx';
import { NotUnderstood } from '#platform/import-with-retry.ts';
import { withoutWords } from '#platform/report-failure.ts';
import { TooOldNotice } from './stopped-notices.tsx';

interface Props {
  readonly children: ReactNode;
}

const RELOAD = (
  <Button variant="primary" onClick={() => window.location.reload()}>
    Load the page again
  </Button>
);
const KEPT = 'Your saved answers are still on this device.';
const STOPPED = (
  <Notice kind="error" role="alert" title="This page has stopped working" actions={RELOAD}>
    <p>Your saved answers are still on this device. They come back when you load the page again.</p>
  </Notice>
);

/** Replaces a page that has failed: what happened, that nothing saved is lost, and what to do next. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean; readonly isTooOld: boolean }> {
  override state = { failed: false, isTooOld: false };

  static getDerivedStateFromError(failure: unknown) {
    return { failed: true, isTooOld: failure instanceof NotUnderstood };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <PageBox width="form">
        <header data-part="masthead">
          <Logo />
        </header>
        <div data-part="body">{this.state.isTooOld ? <TooOldNotice kept={KEPT} actions={RELOAD} /> : STOPPED}</div>
      </PageBox>
    );
  }
}

/**
 * Reports a failure while rendering to the browser's console, without its words. `whole` reports the error as it is: the
 * developer tools are on.
 */
export function failureReports(whole: boolean): RootOptions {
  const report = (failure: unknown) => reportError(whole ? failure : withoutWords(failure, 'rendering'));
  const recovered = (failure: unknown) => isChangedDocument(failure) || report(failure);
  return { onCaughtError: report, onUncaughtError: report, onRecoverableError: recovered };
}

/**
 * React's error 418: another program had changed the prerendered document, and React rendered it again. This is not our
 * failure, and nothing is lost (`carry-over.ts`). `data-adopted` shows that it happened.
 */
const isChangedDocument = (failure: unknown): boolean =>
  failure instanceof Error && /\berror .418\b|Hydration failed/.test(failure.message);
