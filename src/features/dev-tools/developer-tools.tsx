import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { Skeleton } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import type { ToolProps } from './tool.tsx';

/** The tools of the menu (R2.37); the code of each loads when it is first opened. */
const TOOLS: readonly { readonly title: string; readonly Tool: ComponentType<ToolProps> }[] = [
  {
    title: 'CRICOS API tester',
    Tool: lazy(() => import('./cricos-tester.tsx').then((module) => ({ default: module.CricosTester }))),
  },
  {
    title: 'Workflow JSON validator',
    Tool: lazy(() => import('./workflow-validator.tsx').then((module) => ({ default: module.WorkflowValidator }))),
  },
  {
    title: 'API response debug',
    Tool: lazy(() => import('./api-debug.tsx').then((module) => ({ default: module.ApiDebug }))),
  },
  {
    title: 'JSON preview',
    Tool: lazy(() => import('./json-preview.tsx').then((module) => ({ default: module.JsonPreview }))),
  },
  {
    title: 'State',
    Tool: lazy(() => import('./state-tool.tsx').then((module) => ({ default: module.StateTool }))),
  },
];

/** In the corner on wide screens; at the end of the page on phones, whose corner has the Next button. */
const Corner = styled('aside', {
  base: {
    px: '2',
    py: '2',
    bg: 'paper',
    lg: { position: 'fixed', insetInlineStart: '1', bottom: '1', zIndex: 'bar', px: '0', py: '0', bg: 'transparent' },
    '& > ul': {
      display: 'grid',
      gap: '0.5',
      marginBottom: '1',
      padding: '1',
      width: 'fit-content',
      bg: 'surface',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'corner',
      boxShadow: 'raised',
    },
    '& > ul button': { width: '100%', justifyContent: 'flex-start' },
    _print: { display: 'none' },
  },
});

/** Ctrl and the key left of 1, on every keyboard layout. */
const isShortcut = (event: KeyboardEvent): boolean =>
  event.ctrlKey && !event.altKey && !event.metaKey && event.code === 'Backquote';

/**
 * The button 'Developer tools' with its menu, and the open tool (R2.37). Ctrl+` opens and closes the menu from anywhere.
 * Render only if `/api/config` has `devTools`.
 */
export function DeveloperTools(props: Omit<ToolProps, 'onClose'>) {
  const [menu, setMenu] = useState(false);
  const [chosen, choose] = useState<(typeof TOOLS)[number]>();
  const corner = useMenuKeys(menu, setMenu);
  const close = () => choose(undefined);
  const open = (tool: (typeof TOOLS)[number]) => {
    choose(tool);
    setMenu(false);
    // The menu closes, and the dialog must return the focus to an element that stays.
    corner.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  };
  return (
    <Corner aria-label="For developers" ref={corner}>
      {menu && (
        <ul>
          {TOOLS.map((tool) => (
            <li key={tool.title}>
              <Button variant="quiet" size="sm" onClick={() => open(tool)}>
                {tool.title}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        size="sm"
        aria-expanded={menu}
        aria-keyshortcuts="Control+`"
        title="Ctrl+`"
        onClick={() => setMenu(!menu)}
      >
        Developer tools
      </Button>
      {chosen && (
        <Modal title={chosen.title} open onClose={close} size="lg">
          <Suspense fallback={<Skeleton label="Loading the tool..." />}>
            <chosen.Tool {...props} onClose={close} />
          </Suspense>
        </Modal>
      )}
    </Corner>
  );
}

/** Handles the shortcut, and Escape while the menu is open. Opening focuses the first tool. */
function useMenuKeys(menu: boolean, setMenu: (open: boolean) => void) {
  const corner = useRef<HTMLElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (menu && event.key === 'Escape') setMenu(false);
      if (!isShortcut(event)) return;
      event.preventDefault();
      setMenu(!menu);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [menu, setMenu]);
  useEffect(() => {
    if (!menu) return;
    // On phones the menu is at the end of the page and may open below the visible part.
    corner.current?.scrollIntoView({ block: 'nearest' });
    corner.current?.querySelector<HTMLElement>('li button')?.focus({ preventScroll: true });
  }, [menu]);
  return corner;
}
