import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { Modal } from '#components/modal.tsx';
import { styled } from '#components/styled.ts';
import { toast } from '#components/toasts.tsx';
import { copyText } from '#platform/copy-text.ts';
import { QrCode } from './qr-code.tsx';

/** How far it is is a `state`, smaller words are a `hint`. */
const Body = styled('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '2',
    justifyItems: 'start',
    '& > ul': { display: 'grid', gap: '1', paddingInlineStart: '3', listStyle: 'disc' },
    '& [data-part=state]': { fontWeight: 'medium' },
    '& [data-part=hint]': { fontSize: 'sm', color: 'inkSoft' },
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

interface LinkDialogProps {
  readonly words: {
    readonly title: string;
    /** What is done with the link. */
    readonly scan: string;
    /** What the code and the field are called. */
    readonly qr: string;
    readonly link: string;
  };
  /** For another device, to be scanned or copied. */
  readonly link?: string | undefined;
  readonly closing: string;
  readonly onClose: () => void;
  readonly actions?: Elements;
  readonly children: Elements;
}

/** A dialog with a link for another device, while there is one. */
export function LinkDialog({ words, link, closing, onClose, actions, children }: LinkDialogProps) {
  return (
    <Modal
      open
      title={words.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{closing}</Button>
          {actions}
        </>
      }
    >
      <Body>
        {link !== undefined && <LinkParts link={link} words={words} />}
        {children}
      </Body>
    </Modal>
  );
}

function LinkParts({ link, words }: Pick<LinkDialogProps, 'words'> & { readonly link: string }) {
  const copy = async (host: HTMLElement | null) => {
    if (await copyText(link, host ?? document.body)) toast.success('Link copied to clipboard!', { id: 'copy' });
    else toast.error('Failed to copy', { id: 'copy' });
  };
  return (
    <>
      <p>{words.scan}</p>
      <QrCode text={link} label={words.qr} />
      <Address>
        <input readOnly aria-label={words.link} value={link} onFocus={(event) => event.currentTarget.select()} />
        <Button size="sm" onClick={({ currentTarget }) => void copy(currentTarget.parentElement)}>
          Copy link
        </Button>
      </Address>
    </>
  );
}
