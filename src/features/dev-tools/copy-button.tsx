import { type MouseEvent, useState } from 'react';
import { Button } from '#components/button.tsx';
import { copyText } from '#platform/copy-text.ts';

/** Copies a text to the clipboard and says so on its own label. */
export function CopyButton({ text, children }: { readonly text: () => string; readonly children: string }) {
  const [said, say] = useState<string>();
  const copy = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const copied = await copyText(text(), currentTarget.parentElement ?? document.body);
    say(copied ? 'Copied' : 'Not allowed to copy');
  };
  return (
    <Button size="sm" icon="copy" onClick={copy} onBlur={() => say(undefined)}>
      {said ?? children}
    </Button>
  );
}
