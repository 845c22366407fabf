import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useSelector, useStore } from 'react-redux';
import { Button } from '#components/button.tsx';
import { useKeptFocus } from '#components/kept-focus.ts';
import { toast } from '#components/toasts.tsx';
import type { DraftsRoot } from '#features/drafts/draft-services.ts';
import { selectDraft } from '#features/drafts/drafts-slice.ts';
import { flushForms } from '#features/drafts/save-draft.ts';
import {
  agencyToKeep,
  clearKeptAgency,
  followKeptAgency,
  type KeptAgency,
  keepAgency,
  keptAgency,
  storedAgency,
} from '#features/drafts/starting-answers.ts';
import { AgencyBox } from './agency-box.tsx';

const nothing = () => null;

/** The agency that is kept on this device, as it changes here and in other tabs. */
function useKeptAgency(): KeptAgency | undefined {
  const stored = useSyncExternalStore(followKeptAgency, storedAgency, nothing);
  return useMemo(() => keptAgency(stored), [stored]);
}

/** 'Harbour Bridge Education (China), Mei Lin, mei@harbour.example'. */
function agencyInWords({ selectedAgent, agentName, agentEmail, howDidYouHearAboutUs }: KeptAgency): string {
  const [name = '', country = ''] = selectedAgent.split('|');
  const who = [`${name} (${country})`, agentName, agentEmail].filter(Boolean).join(', ');
  return howDidYouHearAboutUs === 'Other' ? `${who}; heard about us: Other` : who;
}

const NOT_KEPT = 'We could not save this agency in this browser. You can continue without it.';
const NOT_CLEARED = 'We could not remove this agency from this browser. Please try again.';

/** On the student's form: offers to start every new student with this agency, says which one is kept, and clears it. */
export function AgencyOffer() {
  const answers = useSelector((state: DraftsRoot) => selectDraft(state)?.answers);
  const store = useStore<DraftsRoot>();
  const readOnly = useSelector((state: DraftsRoot) => state.drafts.elsewhere);
  const kept = useKeptAgency();
  const offered = useMemo(() => agencyToKeep(answers ?? {}, kept), [answers, kept]);
  const actions = (
    <>
      {offered && !readOnly && (
        <Button
          size="sm"
          onClick={() => {
            // What was typed last may still be in the form alone.
            flushForms();
            const latest = agencyToKeep(selectDraft(store.getState())?.answers ?? {}, kept) ?? offered;
            if (!keepAgency(latest)) toast.error(NOT_KEPT, { id: 'agency' });
          }}
        >
          {kept ? 'Use this one for all new students' : 'Use for all new students'}
        </Button>
      )}
      {kept && <ClearAgency />}
    </>
  );
  return (
    <Line room actions={actions}>
      {kept ? (
        <Kept agency={kept} />
      ) : offered ? (
        <span>Use this agency for all new students? We save it in this browser.</span>
      ) : (
        <span>Choose the agent. Then you can use this agency for all new students.</span>
      )}
    </Line>
  );
}

/** On the agents' page: which agency is kept here. Nothing if there is none. */
export function KeptAgencyLine() {
  const kept = useKeptAgency();
  if (kept === undefined) return null;
  return (
    <Line actions={<ClearAgency />}>
      <Kept agency={kept} />
    </Line>
  );
}

const Kept = ({ agency }: { readonly agency: KeptAgency }) => (
  <span>
    All new students start with <strong translate="no">{agencyInWords(agency)}</strong>. We save this agency in this
    browser until you clear it.
  </span>
);

/** The students that started with it are not touched. */
function ClearAgency() {
  const clear = () => {
    if (clearKeptAgency()) toast('We no longer save the agency. Your applications do not change.', { id: 'agency' });
    else toast.error(NOT_CLEARED, { id: 'agency' });
  };
  return (
    <Button size="sm" icon="cross" onClick={clear}>
      Clear the saved agency
    </Button>
  );
}

interface LineProps {
  /** It is on a form, whose fields must not move when the words change. */
  readonly room?: boolean;
  readonly children: ReactNode;
  /** The buttons. One that disappears when it is pressed gives the focus to the words. */
  readonly actions: ReactNode;
}

function Line({ room = false, children, actions }: LineProps) {
  const focus = useKeptFocus<HTMLDivElement>((box) => box.querySelector('p'));
  return (
    <AgencyBox room={room} {...focus}>
      <p tabIndex={-1} role="status">
        {children}
      </p>
      <div data-part="actions">{actions}</div>
    </AgencyBox>
  );
}
