import { useMemo } from 'react';
import { todayOf } from '#domain/form/calendar.ts';
import { useAgents } from '#features/agents/agent-list.ts';
import type { SheetContext } from '#features/desk/sheet/sheet-columns.ts';
import { SheetDialog, type SheetDialogProps } from '#features/desk/sheet/sheet-dialog.tsx';
import { useLists } from '#features/forms/student/lists.ts';

const NO_AGENTS: NonNullable<ReturnType<typeof useAgents>['agents']> = [];

/** The dialog for a spreadsheet, with the lists that validate its cells. */
export function AddStudentsDialog({ onClose }: Pick<SheetDialogProps, 'onClose'>) {
  const { lists } = useLists();
  const { agents: listed = NO_AGENTS } = useAgents();
  const context = useMemo((): SheetContext => {
    const agents = new Map(listed.map(({ value, name }) => [value, { value, label: name }]));
    return { variant: 'agent', lists, today: todayOf(new Date()), agents: [...agents.values()] };
  }, [lists, listed]);
  return <SheetDialog context={context} onClose={onClose} />;
}
