import { useId, useLayoutEffect, useRef } from 'react';
import type { Elements } from '#components/elements.ts';
import { styled } from '#components/styled.ts';

/** Opaque, since the user may have left the computer. */
const Sheet = styled('dialog', {
  base: {
    width: '100vw',
    maxWidth: '100vw',
    height: 'calc(100 * var(--dvh))',
    maxHeight: 'calc(100 * var(--dvh))',
    inset: '0',
    display: 'grid',
    placeItems: 'center',
    px: '2',
    color: 'ink',
    bg: 'paper',
    '&::backdrop': { bg: 'paper' },
    '& > div': { display: 'grid', gap: '2', width: '100%', maxWidth: '30rem', '& h2': { fontSize: 'lg' } },
  },
});

interface CoverProps {
  readonly title: string;
  readonly children?: Elements;
}

/** Covers everything, open dialogs too, while this computer is being locked or its records are encrypted or decrypted. */
export function Cover({ title, children }: CoverProps) {
  const titleId = useId();
  const sheet = useRef<HTMLDialogElement>(null);
  // Before the first paint. Toasts are not moved into it, since they name students.
  useLayoutEffect(() => {
    const dialog = sheet.current;
    if (dialog === null) return;
    const open = () => {
      dialog.showModal();
      dialog.querySelector('h2')?.focus();
    };
    open();
    // Chromium closes it at the third Escape or Back in a row, even if `cancel` is prevented.
    dialog.addEventListener('close', open);
    return () => {
      dialog.removeEventListener('close', open);
      dialog.close();
    };
  }, []);
  return (
    <Sheet
      ref={sheet}
      role="alertdialog"
      aria-labelledby={titleId}
      // Some browsers close it at the second Escape, even if `cancel` is prevented.
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => event.preventDefault()}
    >
      <div>
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
    </Sheet>
  );
}
