/** Instruments of the drawing board, one for each way in; 64-unit board, decoration only. */
const DRAWINGS = {
  /** A pair of compasses: somebody who leads the line for you. */
  agent: 'M32 8v6M28 14h8v6h-8zM30 20L16 52M34 20l14 32M16 52l-1 5M48 52l1 5M22 40h20M16 54a34 34 0 0032 0',
  /** A set square and a pencil: your own drawing. */
  'student-form':
    'M10 54V12l42 42H10zM19 45V33l12 12H19zM36 12l12 12M42 6l12 12L34 38M36 12l6-6M10 48h4M10 42h4M10 36h4M10 30h4',
  /** A sheet that is signed off. */
  'agent-student-form': 'M14 8h26l10 10v38H14zM40 8v10h10M22 26h20M22 34h12M24 45l5 5 10-10',
  /** A sheet that is still to be filled. */
  'new-agent': 'M14 8h26l10 10v38H14zM40 8v10h10M22 26h20M32 34v14M25 41h14',
} as const;

export type DrawingName = keyof typeof DRAWINGS;

export function Drawing({ name }: { readonly name: DrawingName }) {
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 64 64" fill="none" data-part="drawing">
      <path d={DRAWINGS[name]} stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
