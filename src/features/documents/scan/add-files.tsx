import { useRef } from 'react';
import { Button } from '#components/button.tsx';
import { styled } from '#components/styled.ts';
import { Glyph } from './glyph.tsx';
import { WORDS } from './scan-words.ts';

const Ways = styled('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '1',
    '& input': { display: 'none' },
    // A computer has no camera to take a picture of a sheet with: the button would open its files.
    '& [data-part=camera]': { '@media (hover: hover) and (pointer: fine)': { display: 'none' } },
  },
});

/** Browsers on iOS turn HEIC into JPEG by themselves for this; the endings are for those that know no such type. */
const PHOTOS = 'image/*,.heic,.heif,.hif';
const PDFS = 'application/pdf,.pdf';

interface AddFilesProps {
  readonly disabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** The ways by which pages come: camera, gallery, files. */
export function AddFiles({ disabled, onFiles }: AddFilesProps) {
  const camera = useRef<HTMLInputElement>(null);
  const photos = useRef<HTMLInputElement>(null);
  const pdfs = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // The same file may be chosen again.
    input.value = '';
    if (files.length > 0) onFiles(files);
  };
  const input = {
    type: 'file',
    tabIndex: -1,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => take(currentTarget),
  };
  return (
    <Ways>
      <input {...input} ref={camera} accept="image/*" capture="environment" aria-label={WORDS.takePhoto} />
      <input {...input} ref={photos} accept={PHOTOS} multiple aria-label={WORDS.addPhotos} />
      <input {...input} ref={pdfs} accept={PDFS} multiple aria-label={WORDS.addPdf} />
      <Button size="sm" disabled={disabled} data-part="camera" onClick={() => camera.current?.click()}>
        <Glyph name="camera" />
        <span>{WORDS.takePhoto}</span>
      </Button>
      <Button size="sm" disabled={disabled} onClick={() => photos.current?.click()}>
        <Glyph name="photos" />
        <span>{WORDS.addPhotos}</span>
      </Button>
      <Button size="sm" icon="file" disabled={disabled} onClick={() => pdfs.current?.click()}>
        {WORDS.addPdf}
      </Button>
    </Ways>
  );
}
