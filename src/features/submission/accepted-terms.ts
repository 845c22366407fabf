import type { Accepted } from '#contract/applications.ts';
import { collegeApi } from '#platform/college-api.ts';
import type { SubmissionRoot } from './submission-services.ts';

/** The terms that the applicant agrees to: those on the page. Empty if the college has none, or the form does not ask. */
export function acceptedTerms(
  state: Pick<SubmissionRoot, 'api'>,
  { agreeToTerms }: Readonly<Record<string, unknown>>,
): { readonly accepted?: Accepted } {
  const terms = agreeToTerms === true ? collegeApi.endpoints.college.select(undefined)(state).data?.terms : undefined;
  return terms === undefined ? {} : { accepted: { terms: { version: terms.version, sha256: terms.sha256 } } };
}
