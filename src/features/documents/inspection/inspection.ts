import type { LargeScan } from './large-scan.ts';

/** What can be wrong with a PDF that is one. None of it refuses the file: the person decides. */
export type Flaw =
  /** It asks for a password. */
  | 'password'
  /** An XFA form that only Adobe's programs show. Others show a page that says 'Please wait'. */
  | 'placeholder'
  /** A portfolio: a cover page with other files inside. */
  | 'portfolio'
  /** Its end is missing. */
  | 'cut-off'
  /** No reader makes sense of it. */
  | 'broken'
  | 'no-pages'
  /** This device cannot show it: it is damaged, or too large. */
  | 'unseen'
  /** Its inspection crashed the page, or took too long. There is no retry. */
  | 'unfinished'
  | 'blank'
  | 'grey'
  | 'upside-down'
  | 'blurred'
  | 'dark'
  | 'tiny';

export interface Finding {
  readonly flaw: Flaw;
  /** The numbers of its pages, from 1. Empty if it is about the whole file. */
  readonly pages: readonly number[];
}

/** A page as a small JPEG. */
export interface PagePicture {
  /** Of the page, from 1. */
  readonly number: number;
  readonly jpeg: Blob;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** What was seen of a PDF on this device. It never leaves it. */
export interface Inspection {
  readonly pageCount: number;
  /** The first pages, at most SHOWN_PAGES. */
  readonly pictures: readonly PagePicture[];
  readonly findings: readonly Finding[];
  /** It has a digital signature. */
  readonly isSigned?: boolean | undefined;
  /** Where it is a scan that is larger than it needs to be. */
  readonly large?: LargeScan | undefined;
  /** Its text is in another language than English, and no page of it in English. */
  readonly isForeign?: boolean;
}

/** A page before and after, as JPEGs. */
export interface Comparison {
  /** Its number, from 1. */
  readonly page: number;
  readonly before: Blob;
  readonly after: Blob;
}

/** The same document with fewer bytes. */
export interface SmallerScan {
  readonly pdf: Blob;
  /** Of the first pages that are another picture now. */
  readonly comparisons: readonly Comparison[];
}

export const SHOWN_PAGES = 3;

/** What was seen of the documents of this page, by their attachments. In memory only, and gone with the document. */
export interface Inspections {
  /** What has been seen of a document so far; undefined while nothing was. */
  of(attachment: string): Inspection | undefined;
  /** Requests the inspection of a document, once. If it fails, the person sees no findings and no error. */
  request(draftId: string, slot: string): void;
  /**
   * Makes a smaller one of a scan, until `signal` is aborted; `onPage` is told how many pages are done. Undefined where
   * this device has no bytes of it any more.
   *
   * @throws what the worker throws, or Error if it does not answer or is stopped
   */
  shrink(
    draftId: string,
    slot: string,
    onPage: (done: number, all: number) => void,
    signal: AbortSignal,
  ): Promise<SmallerScan | undefined>;
  /**
   * Makes a copy of a document without its password; undefined if the password is wrong.
   *
   * @throws what the worker throws, or Error if it does not answer or this device has no bytes of the document
   */
  unlock(draftId: string, slot: string, password: string): Promise<Blob | undefined>;
  /** Calls whenever something was seen or forgotten, until the returned function is called. */
  subscribe(call: () => void): () => void;
}
