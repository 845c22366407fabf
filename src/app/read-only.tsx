import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { selectElsewhere } from '#features/student-application/application-slice.ts';
import { useAppSelector } from './hooks.ts';

const Fieldset = chakra('fieldset', { base: { display: 'contents' } });

/** What stands in it can be read but not changed while another tab owns the draft. */
export function ReadOnlyElsewhere({ children }: { readonly children: ReactNode }) {
  const elsewhere = useAppSelector(selectElsewhere);
  return (
    <Fieldset role="none" disabled={elsewhere}>
      {children}
    </Fieldset>
  );
}
