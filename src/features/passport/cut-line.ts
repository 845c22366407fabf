import { type Plane, smoothed } from '#features/documents/inspection/pixels.ts';
import type { LineEdges } from './find-lines.ts';

/** The height of a cut line in pixels: its letters, and the paper above and below. */
const LETTERS = 32;
const MARGIN = 10;
const HEIGHT = LETTERS + 2 * MARGIN;
/** Paper to the left and right of the line, in heights of a letter. */
const SIDE = 0.3;
/** The radius within which the brightness of the paper is estimated, in pixels. */
const PAPER = 22;

/**
 * Cuts a line out of the picture, straightened, with a fixed height. `scale`: pixels of the picture for each pixel of the
 * plane in which the line was found.
 */
export function cutLine(picture: Plane, line: LineEdges, scale: number): Plane {
  const height = (x: number) => line.bottom[0] + line.bottom[1] * x - line.top[0] - line.top[1] * x;
  const usual = height((line.from + line.to) / 2);
  const side = SIDE * usual;
  const [from, to] = [line.from - side, line.to + side];
  const length = Math.hypot(to - from, (line.top[1] + line.bottom[1]) * 0.5 * (to - from));
  const width = Math.max(HEIGHT, Math.round((length / usual) * LETTERS));
  const light = new Float32Array(width * HEIGHT);
  for (let column = 0; column < width; column += 1) {
    const x = from + ((to - from) * column) / width;
    const top = line.top[0] + line.top[1] * x;
    for (let row = 0; row < HEIGHT; row += 1) {
      const down = ((row - MARGIN) / LETTERS) * height(x);
      // Letters are perpendicular to their line.
      const lean = down - height(x) / 2;
      light[row * width + column] = lightAt(picture, (x - lean * line.top[1]) * scale, (top + down) * scale);
    }
  }
  return { light, width, height: HEIGHT };
}

function lightAt({ light, width, height }: Plane, x: number, y: number): number {
  const [left, top] = [clamp(Math.floor(x), width - 2), clamp(Math.floor(y), height - 2)];
  const [right, below] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const at = top * width + left;
  const upper = (light[at] ?? 0) * (1 - right) + (light[at + 1] ?? 0) * right;
  const lower = (light[at + width] ?? 0) * (1 - right) + (light[at + width + 1] ?? 0) * right;
  return upper * (1 - below) + lower * below;
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/** Removes shadows and reflections: the brightest pixels nearby are taken as paper. */
export function withoutShadows(line: Plane): Plane {
  const mean = smoothed(line, PAPER);
  const paper = smoothed(
    { ...line, light: line.light.map((light, at) => Math.max(light, mean.light[at] ?? 0)) },
    PAPER,
  );
  return {
    ...line,
    light: line.light.map((light, at) => {
      const share = light / Math.max(1, paper.light[at] ?? 1);
      return Math.max(0, Math.min(255, 255 * (share - 0.25) * 1.45));
    }),
  };
}

/** Rotates the line by 180 degrees. */
export const rotatedHalf = (line: Plane): Plane => ({ ...line, light: Float32Array.from(line.light).reverse() });
