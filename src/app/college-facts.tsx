import { type ReactNode, useLayoutEffect } from 'react';
import { CollegeContext, KNOWN_AT_FIRST } from '#components/college.ts';
import { useConfigQuery } from '#platform/api.ts';
import { setTitle } from '#platform/page-title.ts';

/** Gives the page the college's facts: from the server, else from the build. */
export function WithCollege({ children }: { readonly children: ReactNode }) {
  const facts = useConfigQuery().data?.college ?? KNOWN_AT_FIRST;
  useLayoutEffect(() => setTitle({ college: facts.name ?? '' }), [facts.name]);
  return <CollegeContext value={facts}>{children}</CollegeContext>;
}
