import type { ReactElement } from 'react';

/**
 * What stands beside other things on the page: elements and no text. React would have to find a text among its
 * neighbours again, where a translator may have replaced it meanwhile; in an element of its own it is found.
 */
export type Elements = ReactElement | readonly Elements[] | boolean | null | undefined;
