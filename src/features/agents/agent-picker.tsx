import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { enterTopLayer } from '#components/top-layer.ts';
import type { Agents } from './agent-list.ts';
import { AgentSearch } from './agent-search.tsx';
import { PHONE, PickerBox, SheetBox } from './agent-selector.styles.ts';

interface AgentPickerProps {
  readonly list: Agents;
  readonly listId: string;
  /** 'name|country' of the current choice, or ''. */
  readonly chosen: string;
  /** The initial search text. */
  readonly typed: string;
  readonly onChoose: (value: string) => void;
  readonly onClose: () => void;
}

/** The popup or sheet: search box, refresh, country filter, list and count (R2.24, R2.25). */
export function AgentPicker({ onClose, ...search }: AgentPickerProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <AgentPopup onClose={onClose}>
      <PickerBox ref={box} onKeyDown={leave}>
        <AgentSearch {...search} />
      </PickerBox>
    </AgentPopup>
  );
}

interface AgentPopupProps {
  readonly onClose: () => void;
  readonly children: Elements;
}

/** Below the field on wide screens, a sheet from the lower edge on phones. */
function AgentPopup({ onClose, children }: AgentPopupProps) {
  const [isPhone] = useState(() => window.matchMedia(PHONE).matches);
  return isPhone ? <Sheet onClose={onClose}>{children}</Sheet> : <div data-part="popup">{children}</div>;
}

/**
 * Above everything, but not modal: a press outside closes it. It is the last element of the body, so that nothing covers
 * it. Native popovers are missing in Safari 16 and in Firefox before 125.
 */
function Sheet({ onClose, children }: AgentPopupProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const leaveSheet = useEffectEvent(onClose);
  useEffect(() => {
    const element = sheet.current;
    if (element === null) return;
    // Not the search box: the on-screen keyboard would leave no room for the list.
    element.querySelector('h2')?.focus({ preventScroll: true });
    return enterTopLayer(element, () => leaveSheet());
  }, []);
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return createPortal(
    <SheetBox ref={sheet} role="dialog" aria-labelledby={titleId} data-part="sheet" onKeyDown={leave}>
      <header>
        <h2 id={titleId} tabIndex={-1}>
          Choose an agent
        </h2>
        <Button variant="quiet" size="sm" icon="cross" aria-label="Close" onClick={onClose} />
      </header>
      {children}
    </SheetBox>,
    document.body,
  );
}

/** Whether `node` is in the sheet, which is outside the field's element. */
export const isInSheet = (node: Node): boolean => node instanceof Element && node.closest('[data-part=sheet]') !== null;
