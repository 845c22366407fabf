import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { ModalBox } from './modal.styles.ts';
import { enterTopLayer } from './top-layer.ts';

export interface ModalProps {
  readonly title: string;
  readonly open: boolean;
  /** Asked to close: by Escape, the close button or the backdrop. The owner sets `open`. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the way on last. */
  readonly footer?: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg';
  /** `alertdialog` for what needs an answer before anything else. */
  readonly role?: 'dialog' | 'alertdialog';
  /** Whether a click on what lies behind closes it. */
  readonly closeOnBackdrop?: boolean;
  /** False while there is no way back: no close button, Escape does nothing. */
  readonly dismissable?: boolean;
}

type Shown = Omit<ModalProps, 'open'>;

/**
 * The browser's own modal dialog: it traps focus and makes the rest inert. Named by its title, which takes the focus,
 * so that a screen reader starts at the top; afterwards the focus returns to where it was. A sheet on phones.
 */
export function Modal({ open, ...rest }: ModalProps) {
  return open ? <OpenModal {...rest} /> : null;
}

function OpenModal({ title, onClose, children, footer, size = 'md', role = 'dialog', ...options }: Shown) {
  const { closeOnBackdrop = false, dismissable = true } = options;
  const titleId = useId();
  const dialog = useModalDialog(closeOnBackdrop && dismissable ? onClose : undefined);
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

/** Opens the dialog as a modal while it is mounted, and gives the focus back to where it was. */
function useModalDialog(onClickBehind?: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    dialog.querySelector('h2')?.focus();
    const leave = enterTopLayer(dialog);
    return () => {
      leave();
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
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
