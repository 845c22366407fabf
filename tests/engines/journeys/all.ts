import type { Journey } from '../support/journey.ts';
import { submitted } from './application.ts';

/** In the order in which somebody would meet them. */
export const JOURNEYS: readonly Journey[] = [submitted];
