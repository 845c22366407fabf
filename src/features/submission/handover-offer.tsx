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
 * 'Continue on another device' for the open draft, as long as nothing of it was sent. It stands where it moves nothing
 * when it comes: in the bar on `wide` windows, below the form on `narrow` ones.
 */
export function HandoverOffer({ on }: { readonly on: 'wide' | 'narrow' }) {
  const isSent = useSelector(
    (state: DraftsRoot & WithSubmissions) =>
      selectSubmissionEntry(state, state.application.draft?.id ?? '') !== undefined,
  );
  return <Place on={on}>{!isSent && <HandoverButton />}</Place>;
}
