import { Component, type ReactNode } from 'react';
import { Button } from '#components/button.tsx';
import { Logo } from '#components/logo.tsx';
import { Notice } from '#components/notice.tsx';
import { PageBox } from '#components/page.styles.ts';

interface Props {
  readonly children: ReactNode;
}

/** Instead of a blank page: what happened, that nothing saved is lost, and what to do next. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <PageBox width="form">
        <header data-part="masthead">
          <Logo />
        </header>
        <div data-part="body">
          <Notice
            kind="error"
            role="alert"
            title="This page has stopped working"
            actions={
              <Button variant="primary" onClick={() => window.location.reload()}>
                Load the page again
              </Button>
            }
          >
            <p>What was saved on this device is still there, and comes back when the page is loaded again.</p>
          </Notice>
        </div>
      </PageBox>
    );
  }
}
