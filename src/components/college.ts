import { createContext, useContext } from 'react';
import type { CollegeFacts } from '#contract/college.ts';
import { INSTITUTE } from '#domain/institute.ts';

/** What the build knows of the college, before the server has said anything. */
export const BUILT_IN: CollegeFacts = {
  name: INSTITUTE.name,
  email: INSTITUTE.admissions.email,
  phone: INSTITUTE.admissions.phone,
};

/** What the page says of the college. */
export const CollegeContext = createContext<Partial<CollegeFacts>>(BUILT_IN);

/** Name, codes and contacts of the college; what is not known is left out. */
export const useCollege = (): Partial<CollegeFacts> => useContext(CollegeContext);
