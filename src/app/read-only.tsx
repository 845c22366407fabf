import type { ReactNode } from 'react';
import { styled } from '#components/styled.ts';
import { selectElsewhere } from '#features/student-application/application-slice.ts';
import { useAppSelector } from './hooks.ts';

const Fieldset = styled('fieldset', { base: { display: 'contents' } });

/** What stands in it can be read but not changed while another tab owns the draft. */
export function ReadOnlyElsewhere({ children }: { readonly children: ReactNode }) {
  const elsewhere = useAppSelector(selectElsewhere);
  return (
    <Fieldset role="none" disabled={elsewhere}>
      {children}
    </Fieldset>
  );
}
