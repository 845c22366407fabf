import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { formatSize } from '#domain/format/size.ts';
import type { DraftServices, DraftsRoot } from '#features/drafts/draft-services.ts';
import { selectGiven } from '#features/drafts/drafts-slice.ts';
import type { DocumentServices } from '../documents-engine.ts';
import type { DocumentsRoot } from '../documents-slice.ts';
import { LinkDialog } from '../transfer/link-dialog.tsx';
import { Standing } from '../transfer/link-page.tsx';
import type { GivingState } from './giving.ts';
import { collectOpen, givingOf, withdraw } from './givings.ts';
import { GIVEN_WORDS, GIVING_HINTS, GIVING_WORDS, WORDS } from './handover-words.ts';
import { bytesOf, pagesIn } from './parcel.ts';

export type HandoverDispatch = ThunkDispatch<
  DraftsRoot & DocumentsRoot,
  DraftServices & DocumentServices,
  UnknownAction
>;

type Contents = Awaited<ReturnType<ReturnType<typeof collectOpen>>>;

interface HandoverDialogProps {
  readonly draftId: string;
  readonly onClose: () => void;
}

/** Takes the open draft to another device; also shows the link again, and takes it back. */
export function HandoverDialog({ draftId, onClose }: HandoverDialogProps) {
  const dispatch = useDispatch<HandoverDispatch>();
  const given = useSelector((state: DraftsRoot) => selectGiven(state)[draftId]);
  const giving = useMemo(() => dispatch(givingOf(draftId)), [dispatch, draftId]);
  const state = useSyncExternalStore(giving.subscribe, giving.state);
  const contents = useContents(given === undefined && state.step === 'asking');
  const [busy, setBusy] = useState<string>();
  // What is not offered by then is nobody's: closing ends it.
  useEffect(() => () => void (giving.state().step === 'offered' || giving.cancel()), [giving]);
  const make = async () => {
    // A further try takes the application as it is by then.
    const fresh = state.step === 'asking' && contents ? contents : await dispatch(collectOpen());
    if (fresh) void giving.start(fresh);
  };
  const takeBack = async () => {
    setBusy(WORDS.withdrawing);
    if (await dispatch(withdraw(draftId))) onClose();
    setBusy(undefined);
  };
  const isUnderWay = !['asking', 'cannot-seal'].includes(state.step);
  const isAsking = given === undefined && ['asking', 'not-made', 'changed', 'not-noted'].includes(state.step);
  return (
    <LinkDialog
      words={WORDS}
      link={given === 'offered' ? state.link : undefined}
      closing={given || !isUnderWay ? WORDS.close : WORDS.cancel}
      onClose={onClose}
      actions={
        <>
          {given === 'offered' && (
            <Button {...(busy && { busy })} onClick={() => void takeBack()}>
              {WORDS.withdraw}
            </Button>
          )}
          {isAsking && (
            <Button variant="primary" disabled={!contents} onClick={() => void make()}>
              {state.step === 'asking' ? WORDS.make : WORDS.tryAgain}
            </Button>
          )}
        </>
      }
    >
      {given === 'taken' && <Standing kind="success" title={GIVEN_WORDS.taken} hint={GIVEN_WORDS.takenHint} />}
      {given === 'offered' &&
        (state.link ? (
          <Standing title={GIVING_WORDS.offered} hint={`${WORDS.once} ${WORDS.secret}`} />
        ) : (
          <p>{GIVEN_WORDS.lost}</p>
        ))}
      {given === undefined && <BeforeIt {...state} contents={contents} />}
    </LinkDialog>
  );
}

/** What would go along, looked at when the dialog opens; null where nothing can. */
function useContents(isWanted: boolean): Contents | undefined {
  const dispatch = useDispatch<HandoverDispatch>();
  const [contents, setContents] = useState<Contents>();
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    void dispatch(collectOpen()).then((found) => isGone || setContents(found));
    return () => {
      isGone = true;
    };
  }, [dispatch, isWanted]);
  return contents;
}

interface BeforeItProps extends GivingState {
  readonly contents: Contents | undefined;
}

/** What it is, what goes along, and how far it is. */
function BeforeIt({ step, percent, isOffline, reason, contents }: BeforeItProps) {
  const isSending = step === 'sealing' || step === 'sending';
  return (
    <>
      {step === 'asking' && (
        <>
          <p>{WORDS.intro}</p>
          <ul>
            <li>{WORDS.once}</li>
            <li>{WORDS.secret}</li>
            <li>{WORDS.copy}</li>
          </ul>
          {contents && <Along contents={contents} />}
          {contents === null && <p role="alert">{WORDS.waits}</p>}
          <p data-part="hint">{WORDS.sealed}</p>
        </>
      )}
      {GIVING_HINTS[step] && (
        <Standing
          kind={!isSending && (step === 'cannot-seal' ? 'info' : 'error')}
          title={GIVING_WORDS[step]}
          hint={isOffline ? WORDS.offline : (reason ?? GIVING_HINTS[step])}
          bar={isSending && WORDS.sending}
          percent={percent}
        />
      )}
    </>
  );
}

/** What goes along, and what does not. */
function Along({ contents }: { readonly contents: NonNullable<Contents> }) {
  const { documents, notHere, leavesPages } = contents;
  const pages = pagesIn(contents);
  const parts = [
    'all answers',
    ...(documents.length > 0 ? [`${documents.length} ${documents.length === 1 ? 'document' : 'documents'}`] : []),
    ...(pages > 0 ? [`${pages} photographed ${pages === 1 ? 'page' : 'pages'}`] : []),
  ];
  return (
    <>
      <p>{`The link takes: ${parts.join(', ')}${bytesOf(contents) > 0 ? ` (${formatSize(bytesOf(contents))})` : ''}.`}</p>
      {leavesPages && <p data-part="hint">{WORDS.tooLarge}</p>}
      {notHere.length > 0 && (
        <Notice kind="warning">
          <p>
            {`This device no longer has ${notHere.length === 1 ? '1 document' : `${notHere.length} documents`}. Choose ${notHere.length === 1 ? 'it' : 'them'} again on the other device.`}
          </p>
        </Notice>
      )}
    </>
  );
}
