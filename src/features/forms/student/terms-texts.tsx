import { TextButton } from '#components/college-text/text-button.tsx';
import { styled } from '#components/styled.ts';

const Row = styled('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '1', '&:empty': { display: 'none' } } });

/** The terms that an applicant agrees to, beside the checkbox. */
export const TermsTexts = () => (
  <Row>
    <TextButton name="terms">Read the terms and conditions</TextButton>
    <TextButton name="refunds">Refund policy</TextButton>
  </Row>
);
