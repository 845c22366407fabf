import type { ReactNode } from 'react';
import { useCollege } from '#components/college.ts';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';

/** How to reach the college without this page, if known. */
function Contact() {
  const { email, phone } = useCollege();
  return (
    <p>
      <span>Or ask the college how to apply without this page.</span>{' '}
      {email && (
        <span>
          Write to{' '}
          <a href={`mailto:${email}`} translate="no">
            {email}
          </a>
          .
        </span>
      )}{' '}
      {phone && (
        <span>
          Call{' '}
          <a href={`tel:${phone.replaceAll(' ', '')}`} translate="no">
            {phone}
          </a>
          .
        </span>
      )}
    </p>
  );
}

const Top = styled('div', {
  base: {
    maxWidth: '48rem',
    marginInline: 'auto',
    px: { base: '2', md: '4' },
    paddingBlock: '2',
    '& p + p': { marginTop: '1' },
    '& a[href^=tel]': { whiteSpace: 'nowrap' },
    '& a': { color: 'accent', textDecoration: 'underline', overflowWrap: 'anywhere' },
  },
});

interface TooOldNoticeProps {
  /** What happens to the answers. */
  readonly kept: string;
  readonly actions?: ReactNode;
}

/** What to do if a browser cannot run the page's scripts. */
export function TooOldNotice({ kept, actions }: TooOldNoticeProps) {
  return (
    <Notice kind="error" role="alert" title="This browser cannot run this page" {...(actions && { actions })}>
      <p>Update your browser, or open this page in another one: a recent Chrome, Edge, Firefox or Safari.</p>
      {kept && <p>{kept}</p>}
      <Contact />
    </Notice>
  );
}

/** Part of the document, hidden until the scripts have finally failed (build/inline-script.js). */
export const TooOldAtTop = () => (
  <Top>
    <TooOldNotice kept="Your answers stay here while this page is open. We have not sent them." />
  </Top>
);

/** For a browser without JavaScript, in which nothing on the page works. */
export const NoScriptAtTop = () => (
  <Top>
    <Notice kind="error" title="This page needs JavaScript">
      <p>
        You cannot fill in, save or send an application without JavaScript. Turn on JavaScript in your browser settings,
        and load the page again.
      </p>
      <Contact />
    </Notice>
  </Top>
);
