import { styled } from './styled.ts';

/** Words for screen readers only. */
export const VisuallyHidden = styled('span', { base: { srOnly: true } });
