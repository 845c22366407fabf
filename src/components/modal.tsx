import { type ReactNode, type SyntheticEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { styled } from './styled.ts';
import { enterTopLayer } from './top-layer.ts';

export interface ModalProps {
  readonly title: string;
  readonly open: boolean;
  /** Asked to close: by Escape, the browser's Back, the close button or the backdrop. The owner sets `open`. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the way on last. */
  readonly footer?: ReactNode;
  /** `full` fills the screen of a phone. */
  readonly size?: 'sm' | 'md' | 'lg' | 'full';
  /** `alertdialog` for what needs an answer before anything else. */
  readonly role?: 'dialog' | 'alertdialog';
  /** Whether a click on what lies behind closes it. */
  readonly closeOnBackdrop?: boolean;
  /** False while there is no way back: no close button, Escape and the browser's Back do nothing. */
  readonly dismissable?: boolean;
}

type OpenModalProps = Omit<ModalProps, 'open'>;

/**
 * The browser's own modal dialog: it traps focus and makes the rest inert. Named by its title, which takes the focus,
 * so that a screen reader starts at the top, unless something in it is marked `data-first-focus`; afterwards the focus
 * returns to where it was. A sheet on phones.
 */
export function Modal({ open, ...rest }: ModalProps) {
  return open ? <OpenModal {...rest} /> : null;
}

function OpenModal({ title, onClose, children, footer, size = 'md', role = 'dialog', ...options }: OpenModalProps) {
  const { closeOnBackdrop = false, dismissable = true } = options;
  const titleId = useId();
  const dialog = useModalDialog(dismissable ? onClose : undefined, closeOnBackdrop);
  const cancel = (event: SyntheticEvent) => {
    // React passes it on to the modal around this one, which is not the one that was left.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (dismissable) onClose();
  };
  return (
    <ModalBox ref={dialog} role={role} aria-labelledby={titleId} size={size} onCancel={cancel}>
      <div data-part="frame">
        <header data-part="head">
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {dismissable && <Button variant="quiet" size="sm" icon="cross" aria-label="Close" onClick={onClose} />}
        </header>
        <div data-part="body">{children}</div>
        {footer && <footer data-part="foot">{footer}</footer>}
      </div>
    </ModalBox>
  );
}

/** Call it if a part that loads late has moved what is below: the footer must not cover the focus (WCAG 2.4.11). */
export function keepFocusInSight(): void {
  document.querySelector('dialog :focus-visible')?.scrollIntoView({ block: 'nearest' });
}

/**
 * Opens the dialog as a modal while it is mounted, and gives the focus back to where it was.
 *
 * @param onClose undefined while it must stay open
 */
function useModalDialog(onClose: (() => void) | undefined, closeOnBackdrop: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
  const leave = useEffectEvent(() => onClose?.());
  const staysOpen = useEffectEvent(() => onClose === undefined);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    const open = () => {
      dialog.showModal();
      (dialog.querySelector<HTMLElement>('[data-first-focus]') ?? dialog.querySelector('h2'))?.focus();
    };
    open();
    const ending = new AbortController();
    // Chromium closes a dialog at the third Escape or Back in a row, even if `cancel` was prevented.
    const closed = () => {
      open();
      leave();
    };
    const keepOpen = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Element && event.target.closest('dialog') === dialog;
      if (event.key === 'Escape' && isInside && staysOpen()) event.preventDefault();
    };
    dialog.addEventListener('close', closed, ending);
    dialog.addEventListener('keydown', keepOpen, ending);
    const leaveLayer = enterTopLayer(dialog, () => leave());
    return () => {
      leaveLayer();
      ending.abort();
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onClickBehind = closeOnBackdrop ? onClose : undefined;
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !onClickBehind) return;
    // The frame fills the dialog, so a click whose target is the dialog itself was on the backdrop.
    const click = (event: MouseEvent) => event.target === dialog && onClickBehind();
    dialog.addEventListener('click', click);
    return () => dialog.removeEventListener('click', click);
  }, [onClickBehind]);
  return ref;
}

/**
 * On phones a sheet that rises from the lower edge; from 48rem a card in the middle. The dialog itself scrolls under
 * its head and foot: it holds the focus, so the keyboard scrolls it too.
 */
const ModalBox = styled('dialog', {
  base: {
    position: 'fixed',
    inset: 'auto 0 0 0',
    width: '100%',
    maxWidth: '100%',
    maxHeight: 'calc(92 * var(--dvh))',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    // What has the focus is never below the head or the foot, which stay in sight. The foot has one row or three.
    scrollPaddingBlock: '5rem 7rem',
    smDown: { '&:has([data-part=foot]:not(:empty))': { scrollPaddingBottom: '13rem' } },
    // In a contrast theme it would have no edge.
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
    color: 'ink',
    bg: 'surface',
    borderRadius: '0.5rem 0.5rem 0 0',
    boxShadow: 'raised',
    '&::backdrop': { bg: 'veil' },
    '&[open]': { animation: 'rise 180ms ease-out' },
    md: { inset: '0', margin: 'auto', height: 'fit-content', borderRadius: 'corner' },
    '& [data-part=head]': {
      position: 'sticky',
      top: '0',
      zIndex: 'bar',
      bg: 'surface',
      display: 'flex',
      // The close button goes below a title with a word that leaves it no room.
      flexWrap: 'wrap',
      alignItems: 'flex-start',
      justifyContent: 'flex-end',
      columnGap: '2',
      px: { base: '2', md: '4' },
      paddingTop: { base: '2', md: '3' },
      paddingBottom: '1.5',
      '& h2': {
        flex: '1 1 auto',
        width: 'min-content',
        maxWidth: '100%',
        paddingTop: '0.5',
        fontSize: 'lg',
        lineHeight: 'snug',
        outlineOffset: '4px',
      },
      '& button': { marginTop: '-0.25rem', marginInlineEnd: '-1', minWidth: '2.75rem', minHeight: '2.75rem' },
    },
    '& [data-part=body]': {
      px: { base: '2', md: '4' },
      paddingBottom: '3',
    },
    '& [data-part=foot]:empty': { display: 'none' },
    '& [data-part=foot]': {
      position: 'sticky',
      bottom: '0',
      zIndex: 'bar',
      display: 'flex',
      flexDirection: { base: 'column-reverse', sm: 'row' },
      flexWrap: { sm: 'wrap' },
      justifyContent: 'flex-end',
      gap: '1',
      px: { base: '2', md: '4' },
      py: '2',
      borderTopWidth: '1px',
      borderColor: 'line',
      bg: 'paper',
    },
    // On paper it begins at the upper edge and runs over as many pages as it needs: what is fixed to the window, or
    // scrolls in itself, is cut at the first.
    _print: {
      position: 'absolute !important',
      inset: '0 auto auto 0 !important',
      width: '100% !important',
      height: 'auto !important',
      maxHeight: 'none !important',
      margin: '0 !important',
      overflow: 'visible !important',
      animation: 'none !important',
      boxShadow: 'none',
      '& [data-part=foot], & [data-part=head] button': { display: 'none' },
      // Room below the last line would begin an empty page if that line ends the page before.
      '& [data-part=body]': { paddingBottom: '0' },
    },
  },
  variants: {
    size: {
      sm: { md: { width: '28rem' } },
      md: { md: { width: '40rem' } },
      lg: { md: { width: '56rem' } },
      full: {
        height: 'calc(100 * var(--dvh))',
        maxHeight: 'calc(100 * var(--dvh))',
        borderRadius: '0',
        '& > [data-part=frame]': { display: 'flex', flexDirection: 'column', minHeight: '100%' },
        '& [data-part=body]': { flex: '1' },
        '& [data-part=foot]': { flexDirection: 'row' },
        md: { width: '56rem', height: 'fit-content', maxHeight: 'calc(92 * var(--dvh))', borderRadius: 'corner' },
      },
    },
  },
});
