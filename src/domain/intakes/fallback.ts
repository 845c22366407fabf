import { COURSE } from '../codes/course.ts';
import { type IntakeChoice, intakeChoice } from './choice.ts';

const THIS_YEAR = ['01-13', '04-08', '08-04', '11-17'];
const NEXT_YEAR = ['01-13', '04-08'];

/** The intakes offered where the records API has none to tell: those of this year and the next that are to come. */
export function fallbackIntakes(today: string): readonly IntakeChoice[] {
  const year = Number(today.slice(0, 4));
  return [...THIS_YEAR.map((day) => `${year}-${day}`), ...NEXT_YEAR.map((day) => `${year + 1}-${day}`)]
    .filter((date) => date > today)
    .map((date) => intakeChoice(date, COURSE.name, COURSE.campusId));
}
