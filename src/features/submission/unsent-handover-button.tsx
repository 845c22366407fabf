import { useSelector } from 'react-redux';
import { styled } from '#components/styled.ts';
import { HandoverButton } from '#features/documents/handover-button.tsx';
import type { DraftsRoot } from '#features/drafts/draft-services.ts';
import { selectSubmissionEntry, type WithSubmissions } from './submission-slice.ts';

const Place = styled('span', {
  base: { '&:empty': { display: 'none' } },
  variants: {
    on: { wide: { marginInline: '-1.5', mdDown: { display: 'none' } }, narrow: { md: { display: 'none' } } },
  },
});

/**
 * 'Continue on another device' for the open draft, until it is sent. It is in the bar on `wide` windows and below the
 * form on `narrow` ones, where its appearance moves nothing.
 */
export function UnsentHandoverButton({ on }: { readonly on: 'wide' | 'narrow' }) {
  const isSent = useSelector(
    (state: DraftsRoot & WithSubmissions) => selectSubmissionEntry(state, state.drafts.open?.id ?? '') !== undefined,
  );
  return <Place on={on}>{!isSent && <HandoverButton />}</Place>;
}
