import { Component, type ReactNode } from 'react';
import type { RootOptions } from 'react-dom/client';
import { Button } from '#components/button.tsx';
import { Logo } from '#components/institute.tsx';
import { Notice } from '#components/notice.tsx';
import { PageBox } from '#components/page.tsx';
import { NotUnderstood } from '#platform/import-with-retry.ts';
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

/** Instead of a blank page: what happened, that nothing saved is lost, and what to do next. */
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
 * How a failure while rendering is reported to the browser's console: its kind and the places in our scripts. The
 * message is left out, since it may quote what a person typed. `whole` reports the error as it is, where the developer
 * tools are on.
 */
export function failureReports(whole: boolean): RootOptions {
  const report = (failure: unknown) => reportError(whole ? failure : withoutWords(failure));
  const recovered = (failure: unknown) => isChangedDocument(failure) || report(failure);
  return { onCaughtError: report, onUncaughtError: report, onRecoverableError: recovered };
}

/**
 * React's error 418: something had changed the prerendered document, and React rendered it again. This is not our
 * failure, and nothing is lost (`carry-over.ts`); `data-adopted` says that it happened.
 */
const isChangedDocument = (failure: unknown): boolean =>
  failure instanceof Error && /\berror .418\b|Hydration failed/.test(failure.message);

/** The name of an error is text, too: only those of the language itself are reported. */
const KINDS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

/** The same failure without its words: of each line of the stack only the place. */
function withoutWords(failure: unknown): Error {
  const { name, stack = '' } = failure instanceof Error ? failure : new Error();
  const reported = new Error(`${KINDS.includes(name) ? name : 'Error'} while rendering`);
  const places = stack.match(/https?:\/\/[^\s()]+:\d+:\d+/g) ?? [];
  const ours = places.filter((place) => place.startsWith(`${location.origin}/`));
  reported.stack = [reported.message, ...ours.map((place) => `    at ${place}`)].join('\n');
  return reported;
}
