import { styled } from '#components/styled.ts';
import { PhoneButton } from './phone-button.tsx';
import { ScanButton } from './scan/scan-button.tsx';
import type { ScanDialogProps } from './scan/scan-dialog-props.ts';

const Ways = styled('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    // The words of quiet buttons stand where other text begins.
    marginInline: '-1.5',
    '&:empty': { display: 'none' },
    // A phone needs no other one.
    '& [data-part=phone]': { '@media (pointer: coarse), (max-width: 47.9375em)': { display: 'none' } },
  },
});

interface DocumentWaysProps extends Omit<ScanDialogProps, 'onClose' | 'first'> {
  /** No document is in the slot. */
  readonly isEmpty: boolean;
  readonly disabled?: boolean;
  /** A photo that was chosen in place of a PDF. */
  readonly photo?: File | undefined;
}

/** The ways to a document beside the choice of a file, for every slot that takes a PDF: photos of this device, or of the phone. */
export const DocumentWays = ({ disabled = false, photo, ...props }: DocumentWaysProps) => (
  <Ways>
    <ScanButton key={props.draftId} {...props} photo={photo} disabled={disabled} />
    <PhoneButton {...props} disabled={disabled} />
  </Ways>
);
