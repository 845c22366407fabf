/** How a generated photo looks. Sizes are in pixels of the upright picture, corners are fractions of it (0 to 1). */
export interface PhotoLook {
  readonly width: number;
  readonly height: number;
  /** The corners of the sheet: top left, top right, bottom right, bottom left. */
  readonly corners: readonly (readonly [number, number])[];
  /** The text on the sheet, line by line. */
  readonly lines: readonly string[];
  /** How much single pixels differ from the picture, of 255. */
  readonly noise: number;
  /** How much darker the darkest corner of the picture is than the lightest, 0 to 1. */
  readonly shade: number;
  /** CSS colours. */
  readonly table: string;
  readonly paper: string;
  /** Clockwise quarter turns from the upright picture to the stored one, as phones store photos taken sideways. */
  readonly turns: number;
}

/**
 * Draws a photo of a sheet on a table and resolves to it as a JPEG in base64. It runs in a browser (`page.evaluate`),
 * so it uses only its argument.
 */
export async function drawPhoto(look: PhotoLook): Promise<string> {
  const { width, height, lines } = look;
  const surface = (w: number, h: number) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('no canvas');
    return { canvas, context };
  };

  // The flat sheet: A4, as large as in the photo.
  const sheetHeight = Math.round(height * 0.95);
  const sheetWidth = Math.round(sheetHeight / Math.SQRT2);
  const sheet = surface(sheetWidth, sheetHeight);
  sheet.context.fillStyle = look.paper;
  sheet.context.fillRect(0, 0, sheetWidth, sheetHeight);
  const line = sheetHeight / 60;
  sheet.context.fillStyle = '#1a1a2a';
  for (const [row, text] of lines.entries()) {
    sheet.context.font = `${row === 0 ? 'bold ' : ''}${line * (row === 0 ? 1.6 : 1)}px serif`;
    sheet.context.fillText(text, sheetWidth * 0.1, sheetHeight * 0.09 + row * line * 1.5, sheetWidth * 0.8);
  }
  // A coloured stamp, because colleges want colour copies.
  sheet.context.fillStyle = '#b3202a';
  sheet.context.beginPath();
  sheet.context.arc(sheetWidth * 0.78, sheetHeight * 0.9, sheetWidth * 0.07, 0, Math.PI * 2);
  sheet.context.fill();

  // Maps the photo's corners to the unit square (Heckbert's mapping of a quadrilateral, inverted).
  const corner = (at: number) => {
    const [x = 0, y = 0] = look.corners[at] ?? [];
    return { x: x * width, y: y * height };
  };
  const [p0, p1, p2, p3] = [corner(0), corner(1), corner(2), corner(3)];
  const [dx1, dx2, dx3] = [p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x];
  const [dy1, dy2, dy3] = [p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / det;
  const h = (dx1 * dy3 - dx3 * dy1) / det;
  const [a, b, c] = [p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x];
  const [d, e, f] = [p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y];
  const back = [
    [e - f * h, c * h - b, b * f - c * e],
    [f * g - d, a - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ] as const;

  const photo = surface(width, height);
  photo.context.fillStyle = look.table;
  photo.context.fillRect(0, 0, width, height);
  const from = sheet.context.getImageData(0, 0, sheetWidth, sheetHeight).data;
  const picture = photo.context.getImageData(0, 0, width, height);
  const to = picture.data;
  // Noise, the same in every run.
  let seed = 12_345;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const w = back[2][0] * x + back[2][1] * y + back[2][2];
      const u = ((back[0][0] * x + back[0][1] * y + back[0][2]) / w) * (sheetWidth - 1);
      const v = ((back[1][0] * x + back[1][1] * y + back[1][2]) / w) * (sheetHeight - 1);
      const light = 1 - look.shade * ((x / width + y / height) / 2);
      const grain = (random() - 0.5) * 2 * look.noise;
      const at = (y * width + x) * 4;
      const isSheet = u >= 0 && v >= 0 && u < sheetWidth - 1 && v < sheetHeight - 1;
      const left = Math.floor(u);
      const top = Math.floor(v);
      const [fx, fy] = [u - left, v - top];
      const near = (top * sheetWidth + left) * 4;
      // The grain runs along the wooden table.
      const wood = isSheet ? 0 : 8 * Math.sin(y / 9 + Math.sin(x / 190) * 3);
      for (let channel = 0; channel < 3; channel += 1) {
        const i = near + channel;
        const below = i + sheetWidth * 4;
        const value = isSheet
          ? ((from[i] ?? 0) * (1 - fx) + (from[i + 4] ?? 0) * fx) * (1 - fy) +
            ((from[below] ?? 0) * (1 - fx) + (from[below + 4] ?? 0) * fx) * fy
          : (to[at + channel] ?? 0) + wood;
        to[at + channel] = value * light + grain;
      }
    }
  }
  photo.context.putImageData(picture, 0, 0);

  const isLying = look.turns % 2 === 1;
  const stored = surface(isLying ? height : width, isLying ? width : height);
  stored.context.translate(stored.canvas.width / 2, stored.canvas.height / 2);
  stored.context.rotate((look.turns * Math.PI) / 2);
  stored.context.drawImage(photo.canvas, -width / 2, -height / 2);
  return stored.canvas.toDataURL('image/jpeg', 0.92).split(',')[1] ?? '';
}
