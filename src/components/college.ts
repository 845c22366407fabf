import { createContext, useContext } from 'react';
import type { CollegeFacts } from '#contract/college.ts';
import { INSTITUTE } from '#domain/institute.ts';

/** Facts that the build knows before the server answers. There are none if the college is made up. */
export const KNOWN_AT_FIRST: Partial<CollegeFacts> = INSTITUTE.isMadeUp
  ? {}
  : { name: INSTITUTE.name, email: INSTITUTE.admissions.email, phone: INSTITUTE.admissions.phone };

/** What the page says of the college. */
export const CollegeContext = createContext(KNOWN_AT_FIRST);

/** Name, codes and contacts of the college; what is not known is left out. */
export const useCollege = (): Partial<CollegeFacts> => useContext(CollegeContext);
