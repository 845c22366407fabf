import encodeQR from 'qr';
import { useMemo } from 'react';
import { styled } from '#components/styled.ts';

/** Dark on light whatever the colours of the page: not every camera reads the reverse. */
const Picture = styled('svg', {
  base: {
    display: 'block',
    width: '100%',
    maxWidth: '17rem',
    height: 'auto',
    borderRadius: 'corner',
    shapeRendering: 'crispEdges',
  },
});

/** The rows of dark modules as one path, in units of a module. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
}

/** With the margin of four modules that readers need. */
export const modulesOf = (text: string): readonly (readonly boolean[])[] =>
  encodeQR(text, 'raw', { ecc: 'medium', border: 4 });

/** A text as a QR code. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = useMemo(() => modulesOf(text), [text]);
  return (
    <Picture role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <rect width={rows.length} height={rows.length} fill="white" />
      <path d={pathOf(rows)} fill="black" />
    </Picture>
  );
}
