import { type FormEvent, useState } from 'react';
import { focusFirstFault, type PassphraseFaults, typedIn } from './passphrase-faults.ts';

interface PassphraseWork {
  /** What is wrong before anything is done. */
  readonly judge: (typed: (name: string) => string) => PassphraseFaults;
  /** Does it; returns what turned out to be wrong. Throws what storage throws. */
  readonly work: (typed: (name: string) => string) => Promise<PassphraseFaults>;
}

/** What the dialogs for a passphrase have in common: judged, done, and said where it was wrong or could not be done. */
export function usePassphraseForm({ judge, work }: PassphraseWork) {
  const [shown, setShown] = useState(false);
  const [faults, setFaults] = useState<PassphraseFaults>({});
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isWorking) return;
    const form = event.currentTarget;
    // Read once: the form may be gone before the work is done.
    const typed = typedIn(form);
    const found = judge(typed);
    setFaults(found);
    setFailure(undefined);
    if (focusFirstFault(form, found)) return;
    setWorking(true);
    try {
      const foundLater = await work(typed);
      setFaults(foundLater);
      focusFirstFault(form, foundLater);
    } catch (reason) {
      setFailure(reason);
    }
    setWorking(false);
  };
  return {
    shown,
    setShown,
    faults,
    isWorking,
    /** Why the last try came to nothing; undefined where none did. */
    failure,
    onSubmit: (event: FormEvent<HTMLFormElement>): void => void submit(event),
  };
}
