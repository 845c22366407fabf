import type { Plane } from '#features/documents/inspection/pixels.ts';
import { cutLine, rotatedHalf, withoutShadows } from './cut-line.ts';
import { findLinePairs } from './find-lines.ts';
import type { ReadLine } from './read-lines.ts';
import { type PassportZone, readZone } from './zone.ts';

export interface FoundZone {
  readonly zone: PassportZone;
  /** Its two lines, straightened. */
  readonly crop: Plane;
}

/** Lines are searched in a copy of this width, in pixels. */
const LOOKED_AT = 1200;

/** Finds the zone in a picture of a page in any orientation; undefined without valid check digits. `today`: yyyy-MM-dd. */
export function findZone(picture: Plane, read: ReadLine, today: string): FoundZone | undefined {
  for (const plane of [picture, quarterTurned(picture)]) {
    const { small, scale } = reduced(plane, LOOKED_AT);
    for (const pair of findLinePairs(small)) {
      const [upper, lower] = [cutLine(plane, pair[0], scale), cutLine(plane, pair[1], scale)];
      for (const lines of [[upper, lower] as const, [rotatedHalf(lower), rotatedHalf(upper)] as const]) {
        const zone = readLines(lines, read, today);
        if (zone) return { zone, crop: stacked(...lines) };
      }
    }
  }
  return undefined;
}

/** Reads the second line first, since only that has check digits. */
function readLines([upper, lower]: readonly [Plane, Plane], read: ReadLine, today: string): PassportZone | undefined {
  const second = read(withoutShadows(lower));
  if (!readZone(['P', second], today)) return undefined;
  return readZone([read(withoutShadows(upper)), second], today);
}

/** Scales the plane down to a width of at most `most` pixels, by averaging. */
function reduced(plane: Plane, most: number): { readonly small: Plane; readonly scale: number } {
  const scale = Math.max(1, plane.width / most);
  if (scale === 1) return { small: plane, scale };
  const [width, height] = [Math.floor(plane.width / scale), Math.floor(plane.height / scale)];
  const light = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [sum, count] = [0, 0];
      for (let row = Math.floor(y * scale); row < (y + 1) * scale && row < plane.height; row += 1) {
        for (let column = Math.floor(x * scale); column < (x + 1) * scale && column < plane.width; column += 1) {
          sum += plane.light[row * plane.width + column] ?? 0;
          count += 1;
        }
      }
      light[y * width + x] = sum / count;
    }
  }
  return { small: { light, width, height }, scale };
}

/** Rotates the plane by 90 degrees clockwise. */
function quarterTurned({ light, width, height }: Plane): Plane {
  const turned = new Float32Array(light.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[x * height + (height - 1 - y)] = light[y * width + x] ?? 0;
  return { light: turned, width: height, height: width };
}

/** Stacks two planes. */
function stacked(upper: Plane, lower: Plane): Plane {
  const width = Math.max(upper.width, lower.width);
  const height = upper.height + lower.height;
  const light = new Float32Array(width * height).fill(255);
  for (const [plane, from] of [[upper, 0] as const, [lower, upper.height] as const])
    for (let row = 0; row < plane.height; row += 1)
      light.set(plane.light.subarray(row * plane.width, (row + 1) * plane.width), (from + row) * width);
  return { light, width, height };
}
