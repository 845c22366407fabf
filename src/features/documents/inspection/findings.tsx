import { useId, useState, useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { Icon } from '#components/icon.tsx';
import { Notice } from '#components/notice.tsx';
import { useAddress } from '#components/picture-address.ts';
import { styled } from '#components/styled.ts';
import type { RejectedFile } from '#components/upload/accepted-files.ts';
import { type DocumentDescriptor, type DocumentsRoot, selectDraftDocuments } from '../documents-slice.ts';
import { useDocumentsEngine } from '../use-documents.ts';
import { wordsOf } from './finding-words.ts';
import type { Inspection, PagePicture } from './inspection.ts';
import { type DocumentPlace, PictureRoom, type SentDocument } from './picture-room.tsx';
import { SmallerScanOffer } from './smaller-scan-offer.tsx';
import { UnlockDocument } from './unlock-document.tsx';
import { useInspection, useInspections } from './use-inspection.ts';

const Opener = styled('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '100%',
    height: '100%',
    cursor: 'pointer',
    borderRadius: 'corner',
    '& img': {
      width: 'auto',
      height: 'auto',
      maxWidth: '100%',
      maxHeight: '4rem',
      borderWidth: '1px',
      borderColor: 'lineStrong',
      bg: 'white',
    },
  },
});

const Several = styled('ul', {
  base: { display: 'grid', gap: '1', listStyle: 'none', '& b': { fontWeight: 'medium' } },
});

/** Below its row, over the whole width. */
const Pages = styled('ul', {
  base: {
    order: '1',
    flexBasis: '100%',
    display: 'flex',
    flexWrap: 'wrap',
    gap: '1',
    listStyle: 'none',
    '& img': {
      display: 'block',
      width: 'auto',
      height: 'auto',
      maxWidth: '10rem',
      maxHeight: '10rem',
      borderWidth: '1px',
      borderColor: 'lineStrong',
    },
    _print: { display: 'none' },
  },
});

/**
 * The first page of a document, small; a press shows up to three. It adds no words to the row that it stands in: the review
 * says name and size, and nothing else.
 */
export function FirstPages(place: DocumentPlace) {
  const { document, inspection } = useInspection(place);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const [first] = inspection?.pictures ?? [];
  if (!document || !inspection || !first) {
    return (
      <PictureRoom>
        <Icon name="file" size={24} />
      </PictureRoom>
    );
  }
  const { name } = document;
  return (
    <>
      <PictureRoom>
        <Opener type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          <Picture picture={first} alt={`First page of ${name}`} />
        </Opener>
      </PictureRoom>
      <Pages id={id} hidden={!isOpen}>
        {isOpen &&
          inspection.pictures.map((picture) => (
            <li key={picture.number}>
              <Picture picture={picture} alt={`Page ${picture.number} of ${name}`} />
            </li>
          ))}
      </Pages>
    </>
  );
}

/** The same on a receipt, which names no slots. */
export function SentPages({ draftId, name, size, sha256 }: SentDocument) {
  const documents = useSelector((state: DocumentsRoot) => selectDraftDocuments(state, draftId));
  const found = Object.entries(documents).find(
    ([, document]) => document.name === name && document.size === size && document.sha256 === sha256,
  );
  return found ? <FirstPages draftId={draftId} slot={found[0]} /> : null;
}

function Picture({ picture, alt }: { readonly picture: PagePicture; readonly alt: string }) {
  const address = useAddress(picture.jpeg);
  return <img src={address} alt={alt} width={picture.width} height={picture.height} />;
}

interface FindingsProps extends DocumentPlace {
  readonly onReplace?: (() => void) | undefined;
  readonly onFile: (file: File) => Promise<RejectedFile | undefined>;
}

/** The findings about a document until the person uses it anyway, and the offer to make it smaller. */
export function Findings({ onReplace, onFile, ...place }: FindingsProps) {
  const { document, inspection } = useInspection(place);
  if (!document || !inspection) return null;
  const { attachment, usedAnyway, keepsSize, unlocked } = document;
  return (
    <>
      {inspection.findings.length > 0 && !usedAnyway && (
        <Warning {...{ document, inspection, onReplace, onFile }} {...place} />
      )}
      {unlocked && <Unlocked isSigned={inspection.isSigned === true} />}
      {inspection.large && !keepsSize && (
        <SmallerScanOffer key={attachment} document={document} large={inspection.large} {...{ onFile }} {...place} />
      )}
    </>
  );
}

const Unlocked = ({ isSigned }: { readonly isSigned: boolean }) => (
  <Notice kind="success" role="status" title="This is an unlocked copy">
    <p>It was made on this device. The college gets it without the password.</p>
    {isSigned && <p>Its digital signature is no longer valid. Keep the original in case the college asks for it.</p>}
  </Notice>
);

interface WarningProps extends FindingsProps {
  readonly document: DocumentDescriptor;
  readonly inspection: Inspection;
}

function Warning({ document, inspection, onReplace, onFile, draftId, slot }: WarningProps) {
  const engine = useDocumentsEngine();
  const found = inspection.findings.map((finding) => wordsOf(finding, inspection.pageCount));
  const [only] = found.length === 1 ? found : [];
  return (
    <Notice
      kind="warning"
      role="status"
      title={only ? only.title : 'Please look at this document before you send it'}
      actions={
        <>
          <Button size="sm" onClick={() => void engine.answer(draftId, slot, { usedAnyway: true })}>
            Use it anyway
          </Button>
          {onReplace && (
            <Button size="sm" onClick={onReplace}>
              Choose another file
            </Button>
          )}
        </>
      }
    >
      {only ? (
        <p>{only.advice}</p>
      ) : (
        <Several>
          {found.map(({ title, advice }) => (
            <li key={title}>
              <b>{`${title}.`}</b> <span>{advice}</span>
            </li>
          ))}
        </Several>
      )}
      {inspection.findings.some(({ flaw }) => flaw === 'password') && (
        <UnlockDocument {...{ draftId, slot, document, onFile }} />
      )}
    </Notice>
  );
}

interface WarnedProps<Document> {
  readonly draftId: string;
  readonly documents: readonly Document[];
  readonly children: (warned: readonly Document[], foreign: readonly Document[]) => Elements;
}

/** Shows something about the documents with a note that has not been answered, and about those in another language. */
export function Warned<Document extends { readonly slot: string }>(props: WarnedProps<Document>) {
  const { draftId, documents, children } = props;
  const inspections = useInspections();
  const attached = useSelector((state: DocumentsRoot) => selectDraftDocuments(state, draftId));
  const isWarned = ({ attachment, usedAnyway }: DocumentDescriptor) =>
    !usedAnyway && (inspections.of(attachment)?.findings.length ?? 0) > 0;
  const isForeign = ({ attachment }: DocumentDescriptor) => inspections.of(attachment)?.isForeign === true;
  /** In one text, which is the same as long as nothing changes. */
  const slotsOf = (is: (document: DocumentDescriptor) => boolean) =>
    Object.entries(attached).flatMap(([slot, document]) => (is(document) ? [slot] : []));
  const slots = useSyncExternalStore(inspections.subscribe, () =>
    JSON.stringify([slotsOf(isWarned), slotsOf(isForeign)]),
  );
  const [warned = [], foreign = []]: readonly (readonly string[])[] = JSON.parse(slots);
  const among = (wanted: readonly string[]) => documents.filter(({ slot }) => wanted.includes(slot));
  return children(among(warned), among(foreign));
}
