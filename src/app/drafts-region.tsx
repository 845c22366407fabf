import { YourApplications } from '#features/drafts/your-applications.tsx';
import type { DraftVariant } from '#lib/drafts/draft.ts';
import { useAppDispatch, useAppSelector, useAppStore } from './hooks.ts';
import { createDraft, openDraft, removeDraft, replaceDraft } from './open-draft.ts';
import { selectView, type ViewName, viewOpened } from './view-slice.ts';

const VIEW_OF: Readonly<Record<DraftVariant, ViewName>> = {
  direct: 'student-form',
  agent: 'agent-student-form',
  short: 'short-form',
};
const VARIANT_OF: Readonly<Partial<Record<ViewName, DraftVariant>>> = {
  'agent-student-form': 'agent',
  'short-form': 'short',
};

/** 'Your applications' with what its buttons do: on home, and on the student forms. */
export function DraftsRegion() {
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const view = useAppSelector(selectView);
  const variant = VARIANT_OF[view] ?? 'direct';
  const show = (shown: DraftVariant) => dispatch(viewOpened(VIEW_OF[shown]));
  return (
    <YourApplications
      onNew={() => void createDraft(store, variant).then(() => show(variant))}
      onOpen={(draft) => void openDraft(store, draft.id).then((opened) => opened && show(draft.variant))}
      onDelete={(draft) => void (view === 'home' ? removeDraft : replaceDraft)(store, draft.id)}
    />
  );
}
