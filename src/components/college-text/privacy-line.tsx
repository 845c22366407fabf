import { useState } from 'react';
import { useCollegeTexts } from '#platform/college-api.ts';
import { styled } from '../styled.ts';
import { TextBody } from './text-body.tsx';

const Line = styled('details', {
  base: {
    fontSize: 'sm',
    // Its height is for fingers; the space around it is that of a line.
    marginBlock: '-2',
    '& > summary': { minHeight: 'control', paddingBlock: '1', color: 'accent', cursor: 'pointer' },
    '& > div': { paddingInlineStart: '2', borderInlineStartWidth: '3px', borderColor: 'line' },
    _print: { display: 'none' },
  },
});

/**
 * The privacy notice in one line that unfolds, before the first question. The line is prerendered, so that nothing moves
 * when the notice comes; where the college has written none, it goes.
 */
export function PrivacyLine() {
  const { data, isError } = useCollegeTexts();
  const [open, setOpen] = useState(false);
  if (data !== undefined && data.privacy === undefined) return null;
  return (
    <Line onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Privacy notice: what happens to your information</summary>
      {open && (
        <div>
          {data?.privacy ? (
            <TextBody content={data.privacy.content} />
          ) : (
            <p>{isError ? 'We could not load the privacy notice. Check your connection.' : 'Loading…'}</p>
          )}
        </div>
      )}
    </Line>
  );
}
