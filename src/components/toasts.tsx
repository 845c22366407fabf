import { createPortal } from 'react-dom';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { styled } from './styled.ts';
import { provideToasts } from './toast-host.tsx';
import { useTopLayer } from './top-layer.ts';

export { toast };

const Region = styled('section', {
  base: {
    position: 'fixed',
    zIndex: 'toast',
    insetInlineEnd: { base: '1', md: '3' },
    insetInlineStart: { base: '1', md: 'auto' },
    // On wide screens, below the sticky head with its save state.
    top: { md: '8' },
    display: 'grid',
    gap: '1',
    width: { md: '24rem' },
    // On phones above the bar with the buttons, and one at a time: it must not cover what it speaks of.
    mdDown: {
      bottom: 'calc(4.75rem + env(safe-area-inset-bottom))',
      // Between the sticky head and a list of what is missing, whose end it would cover.
      '&[data-at=top-center]': { top: '4rem', bottom: 'auto' },
      // A dialog has its buttons there, and a keyboard its keys.
      'dialog > &, html[data-keyboard] &': { top: '1', bottom: 'auto' },
      '& > div:not(:first-of-type)': { display: 'none' },
    },
    pointerEvents: 'none',
    _print: { display: 'none' },
    '& > div': {
      display: 'flex',
      alignItems: 'flex-start',
      gap: '1.5',
      paddingBlock: '1',
      paddingInlineStart: '2',
      paddingInlineEnd: '0.5',
      color: 'ink',
      bg: 'surface',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'corner',
      boxShadow: 'raised',
      pointerEvents: 'auto',
      animation: 'drop 180ms ease-out',
      '& > svg': { marginTop: '0.5rem', color: 'inkSoft' },
      '& > p': { flex: '1', minWidth: '0', paddingBlock: '0.375rem', lineHeight: 'snug' },
      '&[data-kind=success]': { borderColor: 'success', '& > svg': { color: 'success' } },
      '&[data-kind=error]': { borderColor: 'error', '& > svg': { color: 'error' } },
    },
  },
});

/** Milliseconds that a toast stays where its form names no other time: 4 to 6 seconds (R2.39). */
export const TOAST_MS = 6000;
const TIMES = { duration: TOAST_MS, loading: { duration: Number.POSITIVE_INFINITY } };

const ICONS: Readonly<Partial<Record<Toast['type'], IconName>>> = {
  success: 'success',
  error: 'error',
  loading: 'clock',
  blank: 'info',
};

/**
 * The region 'Notifications' (R16.11). At most 20 toasts are held, which is the library's own limit
 * (R2.38). The agency's and the short form say how long theirs stay where they raise them. One at
 * 'top-center' is at the top on phones, too. The time pauses while a person points at or focuses a toast.
 */
export function Toasts() {
  const { toasts, handlers } = useToaster(TIMES);
  const host = useTopLayer();
  const pause = { onPointerEnter: handlers.startPause, onPointerLeave: handlers.endPause };
  const hold = { onFocus: handlers.startPause, onBlur: handlers.endPause };
  const shown = toasts.filter((one) => one.visible);
  const region = (
    <Region aria-label="Notifications" data-at={shown[0]?.position} {...pause} {...hold}>
      {shown.map((one) => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </Region>
  );
  return host ? createPortal(region, host) : region;
}

function ToastCard({ toast: one }: { readonly toast: Toast }) {
  const icon = ICONS[one.type];
  return (
    <div role={one.type === 'error' ? 'alert' : 'status'} data-kind={one.type}>
      {icon && <Icon name={icon} />}
      <p>{resolveValue(one.message, one)}</p>
      <Button variant="quiet" size="sm" icon="cross" aria-label="Dismiss" onClick={() => toast.dismiss(one.id)} />
    </div>
  );
}

provideToasts(Toasts);
