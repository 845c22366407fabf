import { useId, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Icon } from '#components/icon.tsx';
import { Notice } from '#components/notice.tsx';
import { VisuallyHidden } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import { useDocumentsEngine } from '../use-documents.ts';
import type { PagePicture } from './look.ts';
import { type DocumentPlace, PictureRoom } from './picture-room.tsx';
import { useAddress, useLook } from './use-look.ts';
import { wordsOf } from './words.ts';

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

/** Below the row that it stands in, over its whole width. */
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

/** The first page of a document, small; a press shows up to three. */
export function FirstPages(place: DocumentPlace) {
  const { document, look } = useLook(place);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const [first] = look?.pictures ?? [];
  if (!document || !look || !first) {
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
          <VisuallyHidden>{isOpen ? ', hide the pages' : ', show the pages larger'}</VisuallyHidden>
        </Opener>
      </PictureRoom>
      <Pages id={id} hidden={!isOpen}>
        {isOpen &&
          look.pictures.map((picture) => (
            <li key={picture.number}>
              <Picture picture={picture} alt={`Page ${picture.number} of ${name}`} />
            </li>
          ))}
      </Pages>
    </>
  );
}

function Picture({ picture, alt }: { readonly picture: PagePicture; readonly alt: string }) {
  const address = useAddress(picture.jpeg);
  return <img src={address} alt={alt} width={picture.width} height={picture.height} />;
}

interface FindingsProps extends DocumentPlace {
  readonly onReplace: () => void;
}

/** What was found wrong with a document, until the person has said to use it anyway. */
export function Findings({ onReplace, ...place }: FindingsProps) {
  const engine = useDocumentsEngine();
  const { document, look } = useLook(place);
  if (!document || document.usedAnyway || !look || look.findings.length === 0) return null;
  const { draftId, slot } = place;
  const found = look.findings.map((finding) => wordsOf(finding, look.pageCount));
  const [only] = found.length === 1 ? found : [];
  return (
    <Notice
      kind="warning"
      role="status"
      title={only ? only.title : 'Please look at this document before you send it'}
      actions={
        <>
          <Button size="sm" onClick={() => void engine.takeAnyway(draftId, slot)}>
            Use it anyway
          </Button>
          <Button size="sm" onClick={onReplace}>
            Choose another file
          </Button>
        </>
      }
    >
      {only ? (
        <p>{only.advice}</p>
      ) : (
        <ul>
          {found.map(({ title, advice }) => (
            <li key={title}>
              {title}. {advice}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
