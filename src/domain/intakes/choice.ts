import { COURSE } from '../codes/course.ts';
import { addDays, dateInWords } from '../form/calendar.ts';

/** An intake as it is offered; dates are calendar dates, yyyy-MM-dd. */
export interface IntakeChoice {
  /** What `selectedIntake` holds: the start date. */
  readonly value: string;
  readonly label: string;
  readonly startDate: string;
  readonly finishDate: string;
  readonly courseName: string;
  readonly campusId: number;
}

/** The choice of a start date: labelled '13 January 2027 - Diploma of …', finished 462 days later. */
export function intakeChoice(startDate: string, courseName: string, campusId: number): IntakeChoice {
  const finishDate = addDays(startDate, COURSE.days);
  const label = `${dateInWords(startDate)} - ${courseName}`;
  return { value: startDate, label, startDate, finishDate, courseName, campusId };
}
