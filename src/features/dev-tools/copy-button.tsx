import { useState } from 'react';
import { Button } from '#components/button.tsx';

/** Copies a text to the clipboard and says so on its own label. */
export function CopyButton({ text, children }: { readonly text: () => string; readonly children: string }) {
  const [said, say] = useState<string>();
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => say('Copied'),
      () => say('Not allowed to copy'),
    );
  };
  return (
    <Button size="sm" icon="copy" onClick={copy} onBlur={() => say(undefined)}>
      {said ?? children}
    </Button>
  );
}
