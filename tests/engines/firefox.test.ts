/** @module-tag slow */
import { runJourneys } from './support/run-journeys.ts';

runJourneys('firefox');
