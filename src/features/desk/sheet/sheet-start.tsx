import { useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { Button } from '#components/button.tsx';
import { FORMAT_NAMES, SHEET_FORMATS, type SheetFormat } from './sheet-format.ts';
import type { SheetState } from './use-sheet.ts';

interface SheetStartProps {
  readonly sheet: SheetState;
  readonly isBusy: boolean;
  readonly onTemplate: (format: SheetFormat) => void;
}

/** What is done with a sheet, the template, and the choice of a file. */
export function SheetStart({ sheet: { sheet, isReading, read }, isBusy, onTemplate }: SheetStartProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const drop = useDropzone({
    disabled: isReading || isBusy,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: ([file]) => file && void read(file),
  });
  return (
    <div {...drop.getRootProps()} data-part="drop" data-over={drop.isDragActive}>
      {sheet === undefined && (
        <>
          <p>
            Each row of the sheet becomes one student, up to 500. The first row has the titles of the columns. You can
            check and correct everything first. We read the sheet on this device and send it nowhere.
          </p>
          <p>The template has a column for each question, and the allowed values.</p>
          <div data-part="actions">
            {SHEET_FORMATS.map((format) => (
              <Button key={format} icon="download" onClick={() => onTemplate(format)}>
                {`Template for ${FORMAT_NAMES[format]}`}
              </Button>
            ))}
          </div>
        </>
      )}
      <div data-part="actions">
        <Button
          variant={sheet ? 'secondary' : 'primary'}
          icon="file"
          disabled={isReading || isBusy}
          onClick={() => chooser.current?.click()}
        >
          {isReading ? 'Reading…' : sheet ? 'Choose another spreadsheet' : 'Choose a spreadsheet'}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="Spreadsheet"
          accept=".xlsx,.xlsm,.csv,.tsv,.txt,.xls,.ods,text/csv"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file may be chosen again once it was changed.
            currentTarget.value = '';
            if (file) void read(file);
          }}
        />
      </div>
      <p data-part="hint">
        <small>Or drop a spreadsheet here, or paste copied cells.</small>
      </p>
    </div>
  );
}
