/** Icons like those of components/icon.tsx, which every visitor loads. These load with the dialog. */
const GLYPHS = {
  camera: 'M4 8h3l2-3h6l2 3h3v11H4V8zM12 10a3.25 3.25 0 100 6.5 3.25 3.25 0 000-6.5z',
  photos: 'M4 5h16v14H4V5zM4 16l4.5-5 4 4 2.5-2.5 5 4.5M15.5 8.5v.01',
  turn: 'M18.5 9A7 7 0 105 12M18.5 4.5V9H14M12 19a7 7 0 006.5-4.4',
  crop: 'M7 3v14h14M3 7h14v14',
  earlier: 'M12 19V5M6 11l6-6 6 6',
  later: 'M12 5v14M6 13l6 6 6-6',
  grip: 'M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01',
} as const;

export function Glyph({ name }: { readonly name: keyof typeof GLYPHS }) {
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 24 24" width={20} height={20} fill="none">
      <path
        d={GLYPHS[name]}
        stroke="currentColor"
        strokeWidth={name === 'grip' ? 2.5 : 1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
