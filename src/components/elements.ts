import type { ReactElement } from 'react';

/**
 * Children of an element that has other children, too: elements and no text. A translator may replace a bare text
 * among its neighbours, and React would not find it again. Inside its own element it is found.
 */
export type Elements = ReactElement | readonly Elements[] | boolean | null | undefined;
