/** A point of the upright picture, 0 to 1 from its left and top edges. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Corners of the sheet: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point];

/** One page of a scan in work: what the person has decided about it. Plain data; its picture's bytes are kept beside it. */
export interface ScanPage {
  /** UUID. */
  readonly id: string;
  /** The file it came from. */
  readonly name: string;
  /** Pixels of the upright picture. */
  readonly width: number;
  readonly height: number;
  /** Clockwise quarter turns that the person asked for, made after the crop. */
  readonly turns: 0 | 1 | 2 | 3;
  /** What is kept of the picture; undefined for all of it. */
  readonly corners?: Corners;
  /** The kept PDF of which it is a page. */
  readonly from?: string;
  /** Its number in that PDF, from 1. */
  readonly number?: number;
  /** The sheet that the engine found. */
  readonly proposed?: Corners;
  /** At which of the page's bytes the picture of that sheet begins. */
  readonly sheetAt?: number;
}
