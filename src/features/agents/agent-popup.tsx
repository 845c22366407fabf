import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { enterTopLayer } from '#components/top-layer.ts';
import { PHONE } from './agent-selector.styles.ts';

interface AgentPopupProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Where the list opens: below its field, or where there is no room for both as a sheet from the lower edge. */
export function AgentPopup({ onClose, children }: AgentPopupProps) {
  const [isPhone] = useState(() => window.matchMedia(PHONE).matches);
  return isPhone ? <Sheet onClose={onClose}>{children}</Sheet> : <div data-part="popup">{children}</div>;
}

/**
 * Above everything, and yet no modal: it is a list to choose from and asks nothing, so whoever would rather go back
 * presses there, which closes it as a press outside of any list does.
 */
function Sheet({ onClose, children }: AgentPopupProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = sheet.current;
    if (element === null) return;
    if ('showPopover' in element) element.showPopover();
    // The title and not the search box: a keyboard on the screen would leave no room for the list.
    element.querySelector('h2')?.focus({ preventScroll: true });
    return enterTopLayer(element);
  }, []);
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <div ref={sheet} popover="manual" role="dialog" aria-labelledby={titleId} data-part="sheet" onKeyDown={leave}>
      <header>
        <h2 id={titleId} tabIndex={-1}>
          Choose an agent
        </h2>
        <Button variant="quiet" size="sm" icon="cross" aria-label="Close" onClick={onClose} />
      </header>
      {children}
    </div>
  );
}
