import { Button } from '#components/button.tsx';
import { styled } from '#components/styled.ts';
import { toast } from '#components/toasts.tsx';
import { copyText } from '#platform/copy-text.ts';
import { QrCode } from './qr-code.tsx';

/** What stands in a dialog that shows a link: the link, how far it is (`state`), and smaller words (`hint`). */
export const LinkDialogBody = styled('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '2',
    justifyItems: 'start',
    '& > ul': { display: 'grid', gap: '1', paddingInlineStart: '3', listStyle: 'disc' },
    '& > [data-part=state]': { fontWeight: 'medium' },
    '& > [data-part=hint]': { fontSize: 'sm', color: 'inkSoft' },
    '& > [role=alert], & > progress': { width: '100%' },
  },
});

const Address = styled('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '1',
    width: '100%',
    '& input': {
      minWidth: '0',
      px: '1',
      borderWidth: '1px',
      borderColor: 'lineStrong',
      borderRadius: 'corner',
      bg: 'sunken',
      fontSize: 'md',
    },
  },
});

interface LinkPartsProps {
  readonly link: string;
  /** What is done with it. */
  readonly words: string;
  /** What the code and the field are called. */
  readonly codeLabel: string;
  readonly fieldLabel: string;
}

/** A link for another device, to be scanned or copied. */
export function LinkParts({ link, words, codeLabel, fieldLabel }: LinkPartsProps) {
  const copy = async (host: HTMLElement | null) => {
    if (await copyText(link, host ?? document.body)) toast.success('Link copied to clipboard!', { id: 'copy' });
    else toast.error('Failed to copy', { id: 'copy' });
  };
  return (
    <>
      <p>{words}</p>
      <QrCode text={link} label={codeLabel} />
      <Address>
        <input readOnly aria-label={fieldLabel} value={link} onFocus={(event) => event.currentTarget.select()} />
        <Button size="sm" onClick={({ currentTarget }) => void copy(currentTarget.parentElement)}>
          Copy link
        </Button>
      </Address>
    </>
  );
}
