import { Button } from '#components/button.tsx';
import type { PassportReading } from './passport-readings.ts';

interface PassportButtonProps {
  readonly reading: PassportReading | undefined;
  readonly read: () => Promise<void>;
}

/** The button that reads the passport, and its progress or failure. */
export function PassportButton({ reading, read }: PassportButtonProps) {
  if (reading?.state === 'reading') return <p role="status">Reading the passport on this device</p>;
  if (reading?.state === 'unreadable') {
    return <p role="status">We could not read the machine-readable zone of this passport.</p>;
  }
  return (
    <>
      {reading?.state === 'not-loaded' && (
        <p role="alert">We could not load the part that reads passports. Check your connection.</p>
      )}
      <div>
        <Button size="sm" onClick={() => void read()}>
          Compare the passport with the answers
        </Button>
      </div>
      <small>We read it on this device and do not send it. The first time, your browser loads about 2 MB.</small>
    </>
  );
}
