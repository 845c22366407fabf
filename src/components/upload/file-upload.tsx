import { type ReactNode, useId, useState } from 'react';
import { formatSize } from '#domain/format/size.ts';
import { LANGUAGE } from '#domain/institute.ts';
import { Button } from '../button.tsx';
import type { Elements } from '../elements.ts';
import { Icon } from '../icon.tsx';
import { useKeptFocus } from '../kept-focus.ts';
import { styled } from '../styled.ts';
import { HiddenName, Verbatim } from '../verbatim.tsx';
import type { RejectedFile } from './accepted-files.ts';
import { endingsOf, GENERIC_MAX_BYTES, GENERIC_MAX_FILES, GENERIC_TYPES } from './accepted-files.ts';
import { DropZone } from './drop-zone.tsx';
import { FileRow } from './file-row.tsx';

const Box = styled('div', {
  base: {
    display: 'grid',
    gap: '1.5',
    '& > [data-part=label]': { fontWeight: 'medium' },
    '& [data-part=help]': { fontSize: 'sm', color: 'inkSoft' },
    '& > ul': { display: 'grid', gap: '1.5', listStyle: 'none' },
    '& > [data-part=errors]': {
      // Without a message it is there for screen readers, and takes no room.
      '&:empty': { position: 'absolute' },
      color: 'error',
      fontSize: 'sm',
      '& > p': { display: 'flex', alignItems: 'start', gap: '1', overflowWrap: 'anywhere' },
      '& svg': { flex: 'none', marginTop: '0.1875rem' },
    },
    '& [data-part=invite]': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5' },
  },
});

/** A file that is in it, as its row shows it. */
interface UploadedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** In place of the drawing of a file. */
  readonly picture?: Elements;
  /** What becomes of the file, beside its size. */
  readonly about?: string;
  /** What should be known of it, below. */
  readonly below?: ReactNode;
}

interface FileUploadProps {
  readonly name: string;
  readonly label: string;
  /** What is in it now. */
  readonly files: readonly UploadedFile[];
  readonly onAdd: (files: readonly File[]) => void;
  readonly onRemove: (index: number) => void;
  readonly maxFiles?: number;
}

/**
 * The generic upload control: up to 5 files of 10,485,760 bytes, pdf, doc, docx, jpg, jpeg, png (R5.8).
 * What is not taken is listed with its reason until the next try.
 */
export function FileUpload(props: FileUploadProps) {
  const { name, label, files, onAdd, onRemove, maxFiles = GENERIC_MAX_FILES } = props;
  const [errors, setErrors] = useState<readonly RejectedFile[]>([]);
  const id = useId();
  const focus = useKeptFocus<HTMLDivElement>();
  const room = maxFiles - files.length;
  const add = (chosen: readonly File[]) => {
    const surplus = chosen.slice(Math.max(0, room));
    setErrors(surplus.map((file) => ({ name: file.name, code: 'too-many-files', message: 'Too many files' })));
    if (room > 0) onAdd(chosen.slice(0, room));
  };
  const reject = (rejected: readonly RejectedFile[]) => {
    setErrors((before) => [...before, ...rejected]);
  };
  return (
    <Box {...focus}>
      <p data-part="label">{label}</p>
      <DropZone
        {...{ name, label, maxFiles }}
        types={GENERIC_TYPES}
        maxBytes={GENERIC_MAX_BYTES}
        describedBy={`${id}-help ${name}-error`}
        onFiles={add}
        onRejected={reject}
      >
        {({ cancelled }) => (
          <div data-part="invite">
            <Button size="sm" icon="upload" aria-describedby={`${id}-help`}>
              {maxFiles > 1 ? 'Choose files' : 'Choose a file'}
            </Button>
            <p data-part="help" id={`${id}-help`}>
              {`${cancelled ? 'No file was chosen.' : 'Or drop it here.'} ${helpOf(maxFiles)}`}
            </p>
          </div>
        )}
      </DropZone>
      {files.length > 0 && (
        <ul>
          {files.map(({ below, ...file }, index) => (
            <li key={`${file.name} ${file.size}`}>
              <FileRow
                {...file}
                actions={
                  <Button size="sm" variant="quiet" icon="trash" onClick={() => onRemove(index)}>
                    Remove
                    <HiddenName>{file.name}</HiddenName>
                  </Button>
                }
              >
                {below}
              </FileRow>
            </li>
          ))}
        </ul>
      )}
      <div data-part="errors" id={`${name}-error`} role="alert">
        {errors.map((error) => (
          <p key={`${error.name} ${error.code}`}>
            <Icon name="error" size={16} />
            <span>
              <Verbatim>{error.name}</Verbatim>: <span>{error.message}</span>
            </span>
          </p>
        ))}
      </div>
    </Box>
  );
}

const KINDS = new Intl.ListFormat(LANGUAGE, { type: 'disjunction' });

function helpOf(maxFiles: number): string {
  const kinds = KINDS.format(endingsOf(GENERIC_TYPES).map((ending) => ending.slice(1).toUpperCase()));
  const count = maxFiles > 1 ? `up to ${maxFiles} files, each ` : '';
  return `${kinds}, ${count}up to ${formatSize(GENERIC_MAX_BYTES)}.`;
}
