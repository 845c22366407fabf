import type { ReactNode } from 'react';
import { styled } from './styled.ts';

const Fieldset = styled('fieldset', { base: { display: 'contents' } });

/** What stands in it can always be read, and not be changed while `when` is true. */
export function ReadOnly({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
  return (
    <Fieldset role="none" disabled={when}>
      {children}
    </Fieldset>
  );
}
