import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { Icon } from '#components/icon.tsx';
import { Logo, SiteFooter } from '#components/institute.tsx';
import { Notice } from '#components/notice.tsx';
import { PageBox } from '#components/page.tsx';
import { VisuallyHidden } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import { toast } from '#components/toasts.tsx';
import { unlock } from '#platform/encryption/vault.ts';
import { vault } from '#platform/encryption/vault-state.ts';
import { countKept } from '#platform/erase-device.ts';
import { PassphraseForm } from './passphrase-box.ts';
import { fieldReader, WRONG_PASSPHRASE } from './passphrase-faults.ts';
import { PassphraseField, ShowPassphrase } from './passphrase-field.tsx';

const Card = styled('div', {
  base: {
    display: 'grid',
    gap: '3',
    width: '100%',
    maxWidth: '30rem',
    marginInline: 'auto',
    '& > header': {
      display: 'grid',
      justifyItems: 'start',
      gap: '1',
      '& > svg': { color: 'accent' },
      '& h1': { fontSize: 'xl', lineHeight: 'snug', outlineOffset: '4px' },
      '& p': { color: 'inkSoft' },
    },
    '& > footer': {
      paddingTop: '3',
      borderTopWidth: '1px',
      borderColor: 'line',
      fontSize: 'sm',
      color: 'inkSoft',
      '& h2': { fontSize: 'md', color: 'ink' },
      '& > p': { marginTop: '0.5' },
    },
  },
});

const EMPTY = 'Please enter the passphrase';
/** The storage that the passphrase is checked against cannot be read. */
const UNREADABLE = 'We could not read the storage of this browser. Please try again, or load the page again';

/** Interrupted encrypting or decrypting was resumed and failed again. */
function showStopped(): void {
  const done = vault.state() === 'unsealing' ? 'unlock' : 'lock';
  const words = `We could not ${done} everything yet. Nothing is lost. Make room on this device, then lock and unlock again.`;
  toast.error(words, { id: 'share', duration: Number.POSITIVE_INFINITY });
}

interface LockScreenProps {
  /** The button that erases everything, for users who have forgotten the passphrase. */
  readonly erase: Elements;
}

/** Replaces every view while this computer is locked. Without the key it can only count the applications. */
export function LockScreen({ erase }: LockScreenProps) {
  return (
    <PageBox width="form">
      <header data-part="masthead">
        <Logo />
      </header>
      <div data-part="body">
        <Card>
          <header>
            <Icon name="lock" size={40} />
            <h1>Your applications are locked</h1>
            <p>Enter the passphrase to see your applications, documents and receipts.</p>
          </header>
          {isLinked() && (
            <Notice kind="info">
              <p>We will open your link when you enter the passphrase.</p>
            </Notice>
          )}
          <Waiting />
          <UnlockForm />
          <footer>
            <h2>Forgotten the passphrase?</h2>
            <p>
              Without the passphrase nobody can open your applications, not even the college. You can only erase
              everything and start again.
            </p>
            {erase}
          </footer>
        </Card>
      </div>
      <SiteFooter />
    </PageBox>
  );
}

/** Opened by a link from a phone or another device. */
const isLinked = (): boolean => /^#(phone|device)=/.test(window.location.hash);

/** How many confirmed applications wait to be sent. */
function Waiting() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    countKept().then(
      ({ outbox }) => setCount(outbox),
      // If they cannot be counted, nothing is shown; unlocking may still work.
      () => {},
    );
  }, []);
  if (count === 0) return null;
  return (
    <Notice
      kind="warning"
      role="status"
      title={count === 1 ? '1 application is not sent yet' : `${count} applications are not sent yet`}
    >
      <p>
        {count === 1
          ? 'We will send it when you enter the passphrase.'
          : 'We will send them when you enter the passphrase.'}
      </p>
    </Notice>
  );
}

function UnlockForm() {
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState<string>();
  /** `tries` makes screen readers announce the same message again. */
  const [said, setSaid] = useState<{ readonly words: string; readonly tries: number }>();
  useEffect(() => field(form.current)?.focus(), []);

  const say = (words: string) => {
    setSaid((before) => ({ words, tries: (before?.tries ?? 0) + 1 }));
    field(form.current)?.select();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy !== undefined) return;
    const passphrase = fieldReader(event.currentTarget)('passphrase');
    if (passphrase === '') return say(EMPTY);
    setBusy('Unlocking...');
    try {
      if ((await unlock(passphrase, showStopped)) === 'wrong') say(WRONG_PASSPHRASE);
    } catch {
      say(UNREADABLE);
    }
    setBusy(undefined);
  };
  return (
    <PassphraseForm ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <PassphraseField name="passphrase" label="Passphrase" shown={shown} error={said?.words} />
      {said && (
        <VisuallyHidden role="alert" key={said.tries}>
          {said.words}
        </VisuallyHidden>
      )}
      <ShowPassphrase shown={shown} onChange={setShown} />
      <Button type="submit" variant="primary" wide busy={busy}>
        Unlock
      </Button>
    </PassphraseForm>
  );
}

const field = (form: HTMLFormElement | null) => form?.querySelector<HTMLInputElement>('[name=passphrase]');
