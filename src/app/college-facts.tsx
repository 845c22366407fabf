import type { ReactNode } from 'react';
import { BUILT_IN, CollegeContext } from '#components/college.ts';
import type { Config } from '#contract/config.ts';
import { INSTITUTE } from '#domain/institute.ts';
import { useConfigQuery } from '#platform/api.ts';

const NOTHING = {};

/** What the server has said; else what the build knows, unless that is the made-up college and the services are real. */
function factsOf(config: Config | undefined) {
  if (config?.college) return config.college;
  return config && !config.demo && INSTITUTE.isMadeUp ? NOTHING : BUILT_IN;
}

/** Gives the page what it may say of the college. */
export const WithCollege = ({ children }: { readonly children: ReactNode }) => (
  <CollegeContext value={factsOf(useConfigQuery().data)}>{children}</CollegeContext>
);
