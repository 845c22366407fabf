import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { useKeptFocus } from '#components/kept-focus.ts';
import { Notice } from '#components/notice.tsx';
import { useAddress } from '#components/picture-address.ts';
import { ProgressBar } from '#components/progress.tsx';
import { styled } from '#components/styled.ts';
import { pdfFile, type RejectedFile } from '#components/upload/accepted-files.ts';
import { formatSize } from '#domain/format/size.ts';
import type { DocumentDescriptor } from '../documents-slice.ts';
import { useDocumentsEngine } from '../use-documents.ts';
import type { SmallerScan } from './inspection.ts';
import type { LargeScan } from './large-scan.ts';
import type { DocumentPlace } from './picture-room.tsx';
import { useInspections } from './use-inspection.ts';

const SideBySide = styled('ul', {
  base: {
    display: 'grid',
    gap: '2',
    marginTop: '1',
    listStyle: 'none',
    '& > li': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '1' },
    '& figcaption': { fontSize: 'sm', color: 'inkSoft' },
    '& img': { display: 'block', width: '100%', height: 'auto', borderWidth: '1px', borderColor: 'lineStrong' },
  },
});

/** A finer scan loses pixels when it is made smaller. */
const SMALLER_DPI = 200;

/** Less than this is not worth another file. */
const WORTH_IT = 0.9;

type OfferStage =
  | { readonly name: 'offered' }
  | { readonly name: 'made-of'; readonly done: number; readonly all: number }
  | { readonly name: 'made'; readonly scan: SmallerScan }
  | { readonly name: 'no-smaller' }
  | { readonly name: 'failed' };

interface SmallerScanOfferProps extends DocumentPlace {
  readonly document: DocumentDescriptor;
  readonly large: LargeScan;
  /** Takes the smaller file as if it had been chosen. */
  readonly onFile: (file: File) => Promise<RejectedFile | undefined>;
}

/** Offers to make a scan smaller, and shows it before and after. The document stays as it is until the person chooses. */
export function SmallerScanOffer({ draftId, slot, document, large, onFile }: SmallerScanOfferProps) {
  const engine = useDocumentsEngine();
  const inspections = useInspections();
  const [stage, setStage] = useState<OfferStage>({ name: 'offered' });
  const running = useRef<AbortController>(undefined);
  // If another file is chosen, or the step is left, the worker is stopped, so that the next document need not wait.
  useEffect(() => () => running.current?.abort(), []);
  const size = formatSize(document.size);
  const focus = useKeptFocus<HTMLDivElement>();
  const make = async () => {
    const making = new AbortController();
    running.current = making;
    const show = (next: OfferStage) => {
      if (!making.signal.aborted) setStage(next);
    };
    show({ name: 'made-of', done: 0, all: 0 });
    try {
      const onPage = (done: number, all: number) => show({ name: 'made-of', done, all });
      const scan = await inspections.shrink(draftId, slot, onPage, making.signal);
      if (!scan) show({ name: 'failed' });
      else show(scan.pdf.size < WORTH_IT * document.size ? { name: 'made', scan } : { name: 'no-smaller' });
    } catch {
      show({ name: 'failed' });
    }
  };
  /** The smaller one may still be large: it is not offered again. */
  const use = async (scan: SmallerScan) => {
    const rejected = await onFile(pdfFile(scan.pdf, document.name));
    if (!rejected) await engine.answer(draftId, slot, { keepsSize: true });
  };
  const stop = () => {
    running.current?.abort();
    setStage({ name: 'offered' });
  };
  const button = (words: string, onClick: () => unknown) => (
    <Button key={words} size="sm" onClick={() => void onClick()}>
      {words}
    </Button>
  );
  const keep = button('Keep it as it is', () => engine.answer(draftId, slot, { keepsSize: true }));
  const unchanged = <p>Your document stays as it is.</p>;
  const notice = (): Partial<ComponentProps<typeof Notice>> => {
    switch (stage.name) {
      case 'offered':
        return {
          title: 'This scan is larger than it needs to be',
          actions: [button('Make it smaller', make), keep],
          children: (
            <p>
              {large.dpi > SMALLER_DPI
                ? `This scan has ${size} and ${large.dpi} dpi. At 200 dpi you can read every word, and the upload is faster. You can check the new file first.`
                : `This scan has ${size}. We can try to save its pages in fewer bytes. You can check the new file first.`}
            </p>
          ),
        };
      case 'made-of':
        return {
          title: 'Making a smaller file',
          actions: button('Stop', stop),
          children: (
            <ProgressBar size="sm" label="Making a smaller file" value={stage.done} max={Math.max(1, stage.all)} />
          ),
        };
      case 'made':
        return {
          title: `${formatSize(stage.scan.pdf.size)} instead of ${size}`,
          actions: [button('Use the smaller one', () => use(stage.scan)), keep],
          children: <Comparison scan={stage.scan} size={size} />,
        };
      case 'no-smaller':
        return { title: 'We cannot make this scan much smaller', actions: keep, children: unchanged };
      case 'failed':
        return {
          kind: 'warning',
          title: 'We could not make a smaller file',
          actions: [button('Try again', make), keep],
          children: unchanged,
        };
    }
  };
  return (
    <div {...focus}>
      <Notice kind="info" {...(stage.name !== 'made-of' && { role: 'status' })} {...notice()} />
    </div>
  );
}

/** Pages before and after, side by side. `size` is the size of the document before. */
const Comparison = ({ scan, size }: { readonly scan: SmallerScan; readonly size: string }) => (
  <>
    <p>Look whether you can read every word of it.</p>
    <SideBySide>
      {scan.comparisons.map(({ page, before, after }) => (
        <li key={page}>
          <Side words={`Page ${page} before, ${size} in all`} picture={before} />
          <Side words={`Page ${page} after, ${formatSize(scan.pdf.size)} in all`} picture={after} />
        </li>
      ))}
    </SideBySide>
  </>
);

const Side = ({ words, picture }: { readonly words: string; readonly picture: Blob }) => (
  <figure>
    <img src={useAddress(picture)} alt={words} />
    <figcaption aria-hidden="true">{words}</figcaption>
  </figure>
);
