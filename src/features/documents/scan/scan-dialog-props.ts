import type { RejectedFile } from '#components/upload/accepted-files.ts';

export interface ScanDialogProps {
  readonly draftId: string;
  readonly slot: string;
  /** What the slot is called. */
  readonly label: string;
  /** Puts the PDF into the slot, as if it had been chosen. Resolves with the reason if it is refused. */
  readonly onUse: (file: File) => Promise<RejectedFile | undefined>;
  readonly onClose: () => void;
  /** Becomes a page as soon as the dialog opens. */
  readonly first?: File | undefined;
}
