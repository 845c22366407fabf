import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import { PDF_ONLY, type RejectedFile } from '#components/upload/accepted-files.ts';
import { DropZone } from '#components/upload/drop-zone.tsx';
import { Verbatim } from '#components/verbatim.tsx';
import { DOCUMENT_OVERHEAD_BYTES } from '#contract/transfers.ts';
import { checkFile } from '../document-checks.ts';
import { keptPages } from '../scan/kept-pages.ts';
import { ScanButton } from '../scan/scan-button.tsx';
import { LinkPage, Standing } from '../transfer/link-page.tsx';
import { createDocumentSender, type DocumentSender, type DocumentSenderStep } from './document-sender.ts';
import { keepLink, type LinkedSlot, ownerOf, type PhoneLink, takeLink } from './phone-link.ts';
import { NEXT_HINT, PHONE_WORDS, SENDER_HINTS, SENDER_WORDS } from './relay-words.ts';

const UNDER_WAY: ReadonlySet<DocumentSenderStep> = new Set(['opening', 'sending', 'sent', 'ready']);

/** The phone: makes or chooses a PDF for a slot of the link, and sends it to the computer. */
export function FromPhone() {
  // Removed from the address at the first render, before anything else can happen here.
  const [link] = useState(takeLink);
  const sender = useMemo(
    () => createDocumentSender(link, { onReceived: (slot) => link && forget(link, slot), onLink: keepLink }),
    [link],
  );
  const state = useSyncExternalStore(sender.subscribe, sender.state);
  useEffect(() => {
    keepLink(link);
    void sender.open();
    return () => {
      void sender.end();
      keepLink(undefined);
    };
  }, [sender, link]);
  const { step, documents, hasNext } = state;
  const isWaiting = step === 'ready' || step === 'not-sent' || ((step === 'sent' || step === 'taken') && hasNext);
  const canRetry = step === 'not-opened' || step === 'not-sent';
  const retry = () => void (step === 'not-opened' ? sender.open() : sender.retry());
  const [chosen, setChosen] = useState<string>();
  const open = link?.slots.find(({ slot }) => documents[slot] === undefined);
  const current = link?.slots.find(({ slot }) => slot === chosen) ?? open;
  return (
    <LinkPage>
      {current && isWaiting && <h2>{current.label}</h2>}
      <Standing
        kind={!UNDER_WAY.has(step) && (step === 'taken' ? 'success' : canRetry ? 'error' : 'info')}
        title={SENDER_WORDS[step]}
        hint={state.reason ?? (step === 'taken' && hasNext ? NEXT_HINT : SENDER_HINTS[step])}
        bar={step === 'sending' && PHONE_WORDS.sending}
        percent={state.percent}
        actions={canRetry && <Button onClick={retry}>{PHONE_WORDS.tryAgain}</Button>}
      />
      {link && current && isWaiting && (
        <>
          <Slot
            key={current.slot}
            {...{ link, sender, current }}
            maxBytes={state.maxBytes}
            onSend={() => setChosen(undefined)}
          />
          {link.slots.length > 1 && (
            <section aria-label={PHONE_WORDS.documents}>
              <h3>{PHONE_WORDS.documents}</h3>
              <ul>
                {link.slots.map(({ slot, label }) => (
                  <li key={slot}>
                    <Button
                      variant="quiet"
                      aria-current={slot === current.slot || undefined}
                      onClick={() => setChosen(slot)}
                    >
                      {label}
                    </Button>
                    {documents[slot] && <span>{PHONE_WORDS[documents[slot]]}</span>}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <p data-part="hint">{PHONE_WORDS.private}</p>
        </>
      )}
    </LinkPage>
  );
}

interface SlotProps {
  readonly link: PhoneLink;
  readonly current: LinkedSlot;
  readonly sender: DocumentSender;
  readonly maxBytes: number;
  readonly onSend: () => void;
}

/** Like the slot at the computer, but sends its document there. */
function Slot({ link, current: { slot, label }, sender, maxBytes, onSend }: SlotProps) {
  const [error, setError] = useState<RejectedFile>();
  const use = async (file: File | undefined): Promise<RejectedFile | undefined> => {
    setError(undefined);
    if (!file) return undefined;
    const limits = { types: PDF_ONLY, pdf: true, totalBytes: maxBytes - DOCUMENT_OVERHEAD_BYTES };
    const rejected = await checkFile(file, {}, limits);
    if (rejected) setError(rejected);
    else {
      void sender.send(file, slot);
      onSend();
    }
    return rejected;
  };
  return (
    <>
      <p>{PHONE_WORDS.intro}</p>
      <ScanButton draftId={ownerOf(link)} {...{ slot, label }} variant="primary" isEmpty disabled={false} onUse={use} />
      <DropZone
        name={slot}
        label={label}
        types={PDF_ONLY}
        onFiles={([file]) => void use(file)}
        onRejected={(rejected) => setError(rejected[0])}
      >
        {() => (
          <div data-part="invite">
            <Button icon="upload">{PHONE_WORDS.choose}</Button>
          </div>
        )}
      </DropZone>
      {error && (
        <p data-part="error" role="alert">
          <Verbatim>{error.name}</Verbatim>: <span>{error.message}</span>
        </p>
      )}
    </>
  );
}

/** Deletes the pages of a document that the computer has. */
const forget = (link: PhoneLink, slot: string): void => void keptPages.put(ownerOf(link), slot, []).catch(() => {});
