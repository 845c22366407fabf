import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { formatSize } from '#domain/format/size.ts';
import type { DraftServices, DraftsRoot } from '#features/drafts/draft-services.ts';
import { selectHandovers } from '#features/drafts/drafts-slice.ts';
import type { DocumentServices } from '../documents-engine.ts';
import type { DocumentsRoot } from '../documents-slice.ts';
import { LinkDialog } from '../transfer/link-dialog.tsx';
import { Standing } from '../transfer/link-page.tsx';
import { bytesOf, pagesIn } from './draft-bundle.ts';
import type { DraftSenderState } from './draft-sender.ts';
import { HANDOVER_WORDS, SENDER_HINTS, SENDER_WORDS, WORDS } from './handover-words.ts';
import { collectOpen, senderOf, withdraw } from './handovers.ts';

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
  const handover = useSelector((state: DraftsRoot) => selectHandovers(state)[draftId]);
  const sender = useMemo(() => dispatch(senderOf(draftId)), [dispatch, draftId]);
  const state = useSyncExternalStore(sender.subscribe, sender.state);
  const contents = useContents(handover === undefined && state.step === 'asking');
  const [busy, setBusy] = useState<string>();
  // What is not offered by then is nobody's: closing ends it.
  useEffect(() => () => void (sender.state().step === 'offered' || sender.cancel()), [sender]);
  const make = async () => {
    // A further try takes the application as it is by then.
    const fresh = state.step === 'asking' && contents ? contents : await dispatch(collectOpen());
    if (fresh) void sender.start(fresh);
  };
  const takeBack = async () => {
    setBusy(WORDS.withdrawing);
    if (await dispatch(withdraw(draftId))) onClose();
    setBusy(undefined);
  };
  const isUnderWay = !['asking', 'cannot-encrypt'].includes(state.step);
  const isAsking = handover === undefined && ['asking', 'not-made', 'changed', 'not-noted'].includes(state.step);
  return (
    <LinkDialog
      words={WORDS}
      link={handover === 'offered' ? state.link : undefined}
      closing={handover || !isUnderWay ? WORDS.close : WORDS.cancel}
      onClose={onClose}
      actions={
        <>
          {handover === 'offered' && (
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
      {handover === 'taken' && <Standing kind="success" title={HANDOVER_WORDS.taken} hint={HANDOVER_WORDS.takenHint} />}
      {handover === 'offered' &&
        (state.link ? (
          <Standing title={SENDER_WORDS.offered} hint={`${WORDS.once} ${WORDS.secret}`} />
        ) : (
          <p>{HANDOVER_WORDS.lost}</p>
        ))}
      {handover === undefined && <BeforeIt {...state} contents={contents} />}
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

interface BeforeItProps extends DraftSenderState {
  readonly contents: Contents | undefined;
}

/** What it is, what goes along, and how far it is. */
function BeforeIt({ step, percent, isOffline, reason, contents }: BeforeItProps) {
  const isSending = step === 'encrypting' || step === 'sending';
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
          <p data-part="hint">{WORDS.encrypted}</p>
        </>
      )}
      {SENDER_HINTS[step] && (
        <Standing
          kind={!isSending && (step === 'cannot-encrypt' ? 'info' : 'error')}
          title={SENDER_WORDS[step]}
          hint={isOffline ? WORDS.offline : (reason ?? SENDER_HINTS[step])}
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
