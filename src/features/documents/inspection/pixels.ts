/** Raster as a canvas gives them: four bytes each, red, green, blue and opacity. */
export interface Raster {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** How bright each pixel is, 0 (black) to 255. */
export interface Plane {
  readonly light: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** As eyes weigh the three colours (ITU-R BT.601). */
export function lightOf({ data, width, height }: Raster): Plane {
  const light = new Float32Array(width * height);
  for (let at = 0; at < light.length; at += 1) {
    const from = at * 4;
    light[at] = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
  }
  return { light, width, height };
}

/** The plane without a part of each of its sides: the lid of a scanner and the edge of the table. */
export function withoutMargin({ light, width, height }: Plane, part: number): Plane {
  const [x, y] = [Math.floor(width * part), Math.floor(height * part)];
  const [inner, rows] = [width - 2 * x, height - 2 * y];
  const kept = new Float32Array(inner * rows);
  for (let row = 0; row < rows; row += 1) {
    const from = (row + y) * width + x;
    kept.set(light.subarray(from, from + inner), row * inner);
  }
  return { light: kept, width: inner, height: rows };
}

/** The brightness below which a share (0 to 1) of the pixels lie. */
export function percentile({ light }: Plane, share: number): number {
  const counts = new Uint32Array(256);
  for (const value of light) {
    const level = Math.min(255, Math.max(0, Math.round(value)));
    counts[level] = (counts[level] ?? 0) + 1;
  }
  let below = 0;
  for (let level = 0; level < counts.length; level += 1) {
    below += counts[level] ?? 0;
    if (below >= light.length * share) return level;
  }
  return 255;
}

/** Each pixel as the mean of the square around it, `reach` pixels to each side. */
export function smoothed({ light, width, height }: Plane, reach: number): Plane {
  const turned = meansOfRows(light, width, height, reach);
  return { light: meansOfRows(turned, height, width, reach), width, height };
}

/** Means along the rows, handed back with rows and columns exchanged, so that the second pass goes along the columns. */
function meansOfRows(light: Float32Array, width: number, height: number, reach: number): Float32Array {
  const means = new Float32Array(light.length);
  for (let row = 0; row < height; row += 1) {
    const start = row * width;
    let sum = 0;
    let from = 0;
    let to = 0;
    for (let x = 0; x < width; x += 1) {
      while (to < Math.min(width, x + reach + 1)) sum += light[start + to++] ?? 0;
      while (from < x - reach) sum -= light[start + from++] ?? 0;
      means[x * height + row] = sum / (to - from);
    }
  }
  return means;
}
