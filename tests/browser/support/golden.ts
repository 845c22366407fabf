import { expect } from 'vitest';
import offerMaximal from '../../fixtures/payloads/offer-maximal.json' with { type: 'json' };
import offerMinimal from '../../fixtures/payloads/offer-minimal.json' with { type: 'json' };
import workflowMaximal from '../../fixtures/payloads/workflow-maximal.json' with { type: 'json' };
import workflowMinimal from '../../fixtures/payloads/workflow-minimal.json' with { type: 'json' };
import { AHEAD } from './student.ts';

const GOLDEN = {
  minimal: { offer: offerMinimal, workflow: workflowMinimal },
  maximal: { offer: offerMaximal, workflow: workflowMaximal },
};
export type Extent = keyof typeof GOLDEN;

const DAY_MS = 86_400_000;
const COURSE_DAYS = 462;
const ISO_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const midnight = (date: string) => `${date}T00:00:00.000Z`;

/** The year at the college, which the year of a qualification comes from. */
const yearInMelbourne = () =>
  Number(new Intl.DateTimeFormat('en-AU', { year: 'numeric', timeZone: 'Australia/Melbourne' }).format(new Date()));

/** The golden offer with the values that change: id, time, future dates. */
export function goldenOffer(extent: Extent): object {
  const { offer } = GOLDEN[extent];
  const start = midnight(AHEAD.selectedIntake);
  const finish = new Date(Date.parse(start) + COURSE_DAYS * DAY_MS).toISOString();
  const passport = { PassportExpiryDate: midnight(AHEAD.passportExpiryDate) };
  return {
    ...offer,
    OfferId: expect.stringMatching(/^OFFER_\d{8}_\d{9}$/),
    TimeStamp: ISO_TIME,
    ComplianceAndOtherInfo: { ...offer.ComplianceAndOtherInfo, ...passport },
    AppliedCourses: offer.AppliedCourses.map((course) => ({
      ...course,
      IntakeDate: start,
      StartDate: start,
      FinishDate: finish,
    })),
    EducationHistoryList: offer.EducationHistoryList.map((entry) => ({ ...entry, YearCompleted: yearInMelbourne() })),
  };
}

/** The golden workflow JSON of a submission: the offer's keys and its own. */
export function goldenWorkflow(extent: Extent, submissionId: string): object {
  return {
    ...goldenOffer(extent),
    ...GOLDEN[extent].workflow,
    SubmissionId: submissionId,
    SubmittedAt: ISO_TIME,
  };
}
