import { type MouseEvent, useState } from 'react';
import { Button } from '#components/button.tsx';
import { styled } from '#components/styled.ts';
import type { Answers, FormContext, Variant } from '#domain/form/form.ts';
import type { RecordsDialect } from '#domain/student/records-dialect.ts';
import { copyText } from '#platform/copy-text.ts';

/** The draft on the screen. */
export interface CurrentDraft {
  readonly id: string;
  readonly form: 'student' | 'short' | 'agency';
  readonly variant: Variant;
  readonly answers: Answers;
  /** Attached documents; `size` in bytes. */
  readonly documents: readonly { readonly slot: string; readonly name: string; readonly size: number }[];
}

/** What the mapping to payloads needs beside the answers. */
export interface MappingFacts {
  readonly timeZone: string;
  readonly lists: NonNullable<FormContext['lists']>;
  readonly dialect: RecordsDialect;
}

export interface ToolProps {
  readonly draft: CurrentDraft | undefined;
  readonly mapping: MappingFacts;
  /** Whether the server runs on simulated services. */
  readonly demo: boolean;
  readonly onClose: () => void;
}

/** The body of a tool; its parts are styled by element and `data-part`. */
export const ToolBody = styled('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '2',
    '& [data-part=row]': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1' },
    '& [data-part=row] > label': { flex: '1 1 12rem' },
    '& [data-part=row] > label + button': { alignSelf: 'end', minHeight: 'control' },
    '& [data-part=versions] > li': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      columnGap: '2',
      rowGap: '1',
      py: '1',
      borderBottomWidth: '1px',
      borderColor: 'line',
    },
    '& [data-part=services]': {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 13rem), 1fr))',
      gap: '1.5',
      overflowWrap: 'anywhere',
    },
    '& [aria-pressed=true]': { bg: 'accentSoft', borderColor: 'accent' },
    '& h3': { fontSize: 'md', lineHeight: 'snug' },
    '& [data-part=soft]': { fontSize: 'sm', color: 'inkSoft' },
    '& label': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '0.5',
      fontWeight: 'medium',
      fontSize: 'sm',
    },
    '& :is(textarea, select, input[type=search])': {
      width: '100%',
      minHeight: 'control',
      px: '1.5',
      py: '1',
      fontSize: 'md',
      fontWeight: 'normal',
      color: 'ink',
      bg: 'surface',
      borderWidth: '1px',
      borderColor: 'lineStrong',
      borderRadius: 'corner',
    },
    '& :is(textarea, pre)': { fontFamily: 'mono', fontSize: 'sm', lineHeight: 'snug', tabSize: 2 },
    '& textarea': { resize: 'vertical' },
    '& pre': {
      maxHeight: '24rem',
      overflow: 'auto',
      px: '1.5',
      py: '1',
      bg: 'sunken',
      borderRadius: 'corner',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
    },
    '& [data-part=scroll]': { overflowX: 'auto' },
    '& table': { width: '100%', borderCollapse: 'collapse', fontSize: 'sm', lineHeight: 'snug' },
    '& :is(th, td)': {
      px: '1',
      py: '1',
      textAlign: 'start',
      verticalAlign: 'top',
      borderBottomWidth: '1px',
      borderColor: 'line',
    },
    // On phones the table scrolls before words are broken.
    '& td code': { display: 'inline-block', minWidth: '6.5rem', maxWidth: '24rem', overflowWrap: 'anywhere' },
    '& caption': { textAlign: 'start' },
    '& th': { fontWeight: 'medium' },
    '& code': { fontFamily: 'mono', fontSize: 'sm' },
  },
});

/** Copies a text to the clipboard; its label then says 'Copied'. */
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

/** Indented JSON; other text unchanged. */
export function pretty(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2) ?? '';
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

/** A span of milliseconds in its two largest units: '23 h 59 min', '4 s', '320 ms'. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const units = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
  ] as const;
  const first = units.findIndex(([length]) => ms >= length);
  const parts = units.slice(first, first + 2).map(([length, unit], index) => {
    const rest = index === 0 ? ms : ms % (units[first]?.[0] ?? 1);
    return [Math.floor(rest / length), unit] as const;
  });
  return parts
    .filter(([count], index) => index === 0 || count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
