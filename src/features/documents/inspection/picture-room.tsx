import { styled } from '#components/styled.ts';

/** Reserves the space of a page's picture, so that nothing moves when it loads. */
export const PictureRoom = styled('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    width: '3rem',
    height: '4rem',
    color: 'inkSoft',
    _print: { display: 'none' },
  },
});

/** A document of the page. */
export interface DocumentPlace {
  readonly draftId: string;
  readonly slot: string;
}

/** A document as a receipt names it. */
export interface SentDocument {
  readonly draftId: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string | undefined;
}
