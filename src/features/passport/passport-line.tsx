import { Button } from '#components/button.tsx';
import type { PassportReading } from './passport-readings.ts';

interface PassportLineProps {
  readonly reading: PassportReading | undefined;
  readonly read: () => Promise<void>;
}

/** The button that has the passport read, and what became of it, as long as nothing was read. */
export function PassportLine({ reading, read }: PassportLineProps) {
  if (reading?.state === 'reading') return <p role="status">Reading the passport on this device</p>;
  if (reading?.state === 'unreadable') {
    return <p role="status">The machine-readable zone of this passport could not be read.</p>;
  }
  return (
    <>
      {reading?.state === 'not-loaded' && (
        <p role="alert">The part of this page that reads passports could not be loaded. Check your connection.</p>
      )}
      <div>
        <Button size="sm" onClick={() => void read()}>
          Compare the passport with the answers
        </Button>
      </div>
      <small>It is read on this device and sent nowhere. The first time, about 2 MB are loaded for it.</small>
    </>
  );
}
