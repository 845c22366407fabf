import { configure } from '@testing-library/react';
import { LONGEST_MS } from './patient-waiting.ts';

/**
 * React renders twice and sets up each effect twice, which shows effects without a cleanup and values that a render
 * changes. `npm run dev` does the same (`src/app/root.tsx`).
 */
configure({ asyncUtilTimeout: LONGEST_MS, reactStrictMode: true });
