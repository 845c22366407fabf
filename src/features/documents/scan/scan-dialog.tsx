import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type DragEvent, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { useKeptFocus } from '#components/kept-focus.ts';
import { Modal } from '#components/modal.tsx';
import { ProgressBar } from '#components/progress.tsx';
import { Skeleton, VisuallyHidden } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import type { DocumentsRoot } from '../documents-slice.ts';
import { AddFiles } from './add-files.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { isWaiting } from './kept-pages.ts';
import { PageList } from './page-list.tsx';
import type { ScanDialogProps } from './scan-dialog-props.ts';
import { ScanNotices } from './scan-notices.tsx';
import { addedWords, allReadWords, makingWords, standingWords, WORDS } from './scan-words.ts';
import { type ScanServices, scanWorkOn } from './scan-works.ts';
import { useMaking } from './use-making.ts';

const Body = styled('div', {
  base: {
    display: 'grid',
    gap: '2',
    '& button': { minHeight: '2.75rem' },
    '& > [data-part=hint]': { fontSize: 'sm', color: 'inkSoft' },
  },
});

/** Makes one PDF of photos and PDFs for a slot. Closing it loses nothing. */
export function ScanDialog({ draftId, slot, label, onUse, onClose, first }: ScanDialogProps) {
  const work = useScanWork(draftId, slot);
  const state = useSyncExternalStore(work.subscribe, work.state);
  const [said, setSaid] = useState('');
  const standing = useId();
  const [cropping, setCropping] = useState<string>();
  const { items = [] } = state;
  const count = items.filter((item) => !isWaiting(item)).length;
  const unread = items.filter(({ id }) => state.failures.has(id)).length;
  const reading = items.length - count - unread;
  const cropped = items.find(({ id }) => id === cropping);
  const making = useMaking(work, label, onUse, onClose);
  const isBusy = making.done !== undefined;
  const focus = useKeptFocus(undoOrTitle);
  useEffect(() => {
    void work.open();
    return () => work.rest();
  }, [work]);
  const wasReading = useRef(false);
  useEffect(() => {
    if (wasReading.current && reading === 0) setSaid(allReadWords(count));
    wasReading.current = reading > 0;
  }, [reading, count]);
  const add = (files: readonly File[]) => {
    setSaid(addedWords(files.length));
    void work.add(files);
  };
  const isFirstAdded = useRef(false);
  useEffect(() => {
    if (!first || isFirstAdded.current) return;
    isFirstAdded.current = true;
    void work.add([first]);
  }, [work, first]);
  // What is dropped beside a place for it, a browser would open in place of the form.
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (files.length > 0 && !isBusy && state.items !== undefined) add(files);
  };
  const use: Elements = (
    <Button
      variant="primary"
      disabled={count === 0 || count < items.length}
      aria-describedby={standing}
      busy={making.done === undefined ? undefined : makingWords(making.done, count)}
      onClick={() => void making.make()}
    >
      {WORDS.use}
    </Button>
  );
  return (
    <Modal
      open
      size="full"
      title={`${WORDS.title}: ${label}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{WORDS.close}</Button>
          {use}
        </>
      }
    >
      <Body {...focus} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <p>{WORDS.intro}</p>
        <AddFiles disabled={isBusy || state.items === undefined} onFiles={add} />
        <ScanNotices {...{ work, state }} problem={making.problem} disabled={isBusy} />
        {state.items === undefined && !state.isLost && <Skeleton label={WORDS.opening} rows={2} />}
        <PageList {...{ work, state, items }} disabled={isBusy} onCrop={setCropping} onSay={setSaid} />
        {making.done !== undefined && <ProgressBar label={WORDS.use} value={making.done} max={count} />}
        <p data-part="hint" id={standing}>
          {standingWords(count, reading, unread)}
        </p>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      </Body>
      {cropped && !isWaiting(cropped) && (
        <CropDialog
          key={cropped.id}
          work={work}
          page={cropped}
          at={items.indexOf(cropped)}
          onClose={() => setCropping(undefined)}
        />
      )}
    </Modal>
  );
}

const undoOrTitle = (body: HTMLDivElement) =>
  body.querySelector<HTMLElement>('[data-part=removed] button') ?? body.closest('dialog')?.querySelector('h2');

function useScanWork(draftId: string, slot: string) {
  const dispatch = useDispatch<ThunkDispatch<DocumentsRoot, ScanServices, UnknownAction>>();
  return useMemo(() => dispatch(scanWorkOn(draftId, slot)), [dispatch, draftId, slot]);
}
