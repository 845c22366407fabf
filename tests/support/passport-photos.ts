import { OCR_B } from '../fixtures/ocr-b-glyphs.ts';

/** A made-up person, as in the machine-readable zone of a passport. */
export interface MadeUpPassport {
  /** Two lines of 44 characters. */
  readonly lines: readonly [string, string];
}

/** Brightness of each pixel, 0 to 255. */
export interface GreyPicture {
  readonly light: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** How a photo was taken. Lengths are shares of the picture's width. */
export interface Shot {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Degrees. */
  readonly turn: number;
  /** How much narrower the far side of the page is, across and down. */
  readonly tilt: readonly [across: number, down: number];
  /** Share of the picture's width that the page takes. */
  readonly fill: number;
  /** Pixels, standard deviation. */
  readonly blur: number;
  /** Standard deviation of the brightness. */
  readonly noise: number;
  /** How much darker the shadow is (0 to 1), and where its edge is. */
  readonly shadow: readonly [depth: number, at: number];
  /** How much brighter the reflection is, and where it is on the page. */
  readonly glare: readonly [strength: number, x: number, y: number, radius: number];
}

/** Random numbers, the same in every run (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const glyphValue = (character: string): number =>
  character === '<' ? 0 : /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 55;
/** ICAO Doc 9303 part 3, 4.9: weights 7, 3, 1. */
export const checkDigit = (text: string): string =>
  String([...text].reduce((sum, character, at) => sum + glyphValue(character) * ([7, 3, 1][at % 3] ?? 0), 0) % 10);

interface Person {
  readonly issuer: string;
  readonly family: string;
  readonly given: string;
  readonly number: string;
  /** yyMMdd */
  readonly born: string;
  readonly sex: string;
  readonly expires: string;
  readonly personal?: string;
}

/** The zone of a passport book (TD3). */
export function zoneOf({ issuer, family, given, number, born, sex, expires, personal = '' }: Person): MadeUpPassport {
  const padded = (text: string, length: number) =>
    text
      .replaceAll(/[^A-Z0-9]/g, '<')
      .padEnd(length, '<')
      .slice(0, length);
  const name = `${padded(family, family.length)}<<${padded(given, given.length)}`;
  const [num, own] = [padded(number, 9), padded(personal, 14)];
  const ownCheck = personal === '' ? '<' : checkDigit(own);
  const proved = `${num}${checkDigit(num)}${born}${checkDigit(born)}${expires}${checkDigit(expires)}${own}${ownCheck}`;
  const second = `${num}${checkDigit(num)}${issuer}${born}${checkDigit(born)}${sex}${expires}${checkDigit(expires)}${own}${ownCheck}${checkDigit(proved)}`;
  return { lines: [padded(`P<${issuer}${name}`, 44), second] };
}

const FAMILIES = ['NGUYEN', 'ZHANG', 'SHARMA', 'GONZALEZ RUIZ', 'KIM', 'OQUENDO', 'TAMANG', 'DE SOUZA', 'SATO', 'LIM'];
const GIVEN = ['THI MAI', 'WEI', 'ANANYA', 'MARIA JOSE', 'MINJUN', 'DIEGO', 'BISHAL', 'JOAO PEDRO', 'YUKI', 'QIU BO'];
const ISSUERS = ['VNM', 'CHN', 'IND', 'COL', 'KOR', 'PHL', 'NPL', 'BRA', 'JPN', 'MYS'];

/** The passport of a made-up person. */
export function madeUpPassport(next: () => number): MadeUpPassport {
  const one = (all: readonly string[]) => all[Math.floor(next() * all.length)] ?? '';
  const two = (from: number, to: number) => String(Math.floor(from + next() * (to - from + 1))).padStart(2, '0');
  const letters = Array.from({ length: Math.floor(next() * 3) }, () => one([...'ABCDEFGHJKLMNPRSTUVWXYZO']));
  const number = `${letters.join('')}${String(Math.floor(next() * 1e9)).padStart(9, '1')}`.slice(
    0,
    next() < 0.5 ? 8 : 9,
  );
  return zoneOf({
    issuer: one(ISSUERS),
    family: one(FAMILIES),
    given: one(GIVEN),
    number,
    born: `${two(88, 99)}${two(1, 12)}${two(1, 28)}`,
    sex: one(['F', 'M']),
    expires: `${two(27, 35)}${two(1, 12)}${two(1, 28)}`,
    ...(next() < 0.3 && { personal: String(Math.floor(next() * 1e9)) }),
  });
}

const MM = 16;
const [PAGE_WIDTH, PAGE_HEIGHT] = [125, 88];
const PITCH_MM = 2.54;

/**
 * Fills an outline with a brightness, by the even-odd rule, with four samples per row. `at` is the left end of its
 * baseline, in pixels.
 */
function fillGlyph(page: GreyPicture, character: string, at: readonly [number, number], pitch: number, light: number) {
  const polygons = (OCR_B[character] ?? []).map((outline) =>
    outline.split(' ').map((point) => {
      const [x = 0, y = 0] = point.split(',').map(Number);
      return [at[0] + (x * pitch) / 100, at[1] - (y * pitch) / 100] as const;
    }),
  );
  const rows = polygons.flat().map(([, y]) => y);
  for (let y = Math.floor(Math.min(...rows)); y <= Math.max(...rows); y += 1) {
    for (const part of [0.125, 0.375, 0.625, 0.875]) {
      const crossings = polygons.flatMap((polygon) =>
        polygon.flatMap(([x1, y1], index) => {
          const [x2, y2] = polygon[(index + 1) % polygon.length] ?? [x1, y1];
          const row = y + part;
          if (y1 <= row === y2 <= row) return [];
          return [{ x: x1 + ((row - y1) / (y2 - y1)) * (x2 - x1), wound: y2 > y1 ? 1 : -1 }];
        }),
      );
      crossings.sort((one, other) => one.x - other.x);
      let wound = 0;
      for (const [index, { x, wound: turn }] of crossings.entries()) {
        wound += turn;
        const end = crossings[index + 1]?.x;
        if (wound === 0 || end === undefined) continue;
        for (let column = Math.floor(x); column < end; column += 1) {
          const covered = Math.min(column + 1, end) - Math.max(column, x);
          const place = y * page.width + column;
          if (covered > 0) page.light[place] = (page.light[place] ?? 0) + (light - BACKGROUND) * 0.25 * covered;
        }
      }
    }
  }
}

const BACKGROUND = 205;

function write(page: GreyPicture, text: string, x: number, y: number, pitch: number, light: number) {
  for (const [index, character] of [...text].entries())
    fillGlyph(page, character, [(x + index * pitch) * MM, y * MM], pitch * MM, light);
}

/** Draws the data page: fine coloured lines, a portrait, some text, and the zone at the bottom. */
export function drawPage({ lines }: MadeUpPassport, next: () => number): GreyPicture {
  const [width, height] = [PAGE_WIDTH * MM, PAGE_HEIGHT * MM];
  const page = { light: new Float32Array(width * height), width, height };
  const [fine, wave] = [6 + next() * 6, 8 + next() * 10];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const line = Math.sin((y + wave * Math.sin(x / 70)) / fine) * 9 + Math.sin((x - y) / 31) * 5;
      page.light[y * width + x] = BACKGROUND + line;
    }
  }
  for (let y = 20 * MM; y < 58 * MM; y += 1) {
    for (let x = 5 * MM; x < 35 * MM; x += 1) {
      const far = Math.hypot(x / MM - 20, (y / MM - 36) * 0.8);
      page.light[y * width + x] = far < 9 ? 150 + 20 * Math.sin(x / 40) : far < 12 ? 60 : 190;
    }
  }
  const words = lines[0].slice(5).split('<').filter(Boolean);
  for (const [index, word] of [...words, lines[1].slice(0, 9), lines[1].slice(10, 13)].entries())
    write(page, word.replaceAll('<', ''), 42, 26 + index * 7, 1.9, 50);
  write(page, lines[0], 6.6, PAGE_HEIGHT - 14.6, PITCH_MM, 35);
  write(page, lines[1], 6.6, PAGE_HEIGHT - 8.25, PITCH_MM, 35);
  return page;
}

/** One plausible way to hold a phone over a passport on a table. */
export function plausibleShot(next: () => number): Shot {
  const between = (from: number, to: number) => from + next() * (to - from);
  return {
    width: 2000,
    height: 1500,
    turn: between(-9, 9),
    tilt: [between(-0.12, 0.12), between(-0.12, 0.12)],
    fill: between(0.62, 0.95),
    blur: between(0.5, 2.2),
    noise: between(2, 9),
    shadow: [next() < 0.6 ? between(0.1, 0.5) : 0, between(0.2, 0.8)],
    glare: next() < 0.5 ? [between(20, 90), between(0.1, 0.9), between(0.3, 1), between(0.05, 0.2)] : [0, 0, 0, 1],
  };
}

/** Photographs a page. */
export function photograph(page: GreyPicture, shot: Shot, next: () => number): GreyPicture {
  const { width, height, turn, tilt, fill } = shot;
  const photo = { light: new Float32Array(width * height), width, height };
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const scale = PAGE_WIDTH / (width * fill);
  const [across, down] = tilt;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const far = 1 + (across * dx + down * dy) / (width / 2);
      const px = PAGE_WIDTH / 2 + ((dx * cos + dy * sin) * scale) / far;
      const py = PAGE_HEIGHT / 2 + ((dy * cos - dx * sin) * scale) / far;
      const isOnPage = px >= 0 && px < PAGE_WIDTH - 0.1 && py >= 0 && py < PAGE_HEIGHT - 0.1;
      photo.light[y * width + x] = isOnPage ? bilinear(page, px * MM, py * MM) : 95 + 8 * Math.sin(x / 9 + y / 23);
    }
  }
  const soft = blurred(photo, shot.blur);
  const [depth, edge] = shot.shadow;
  const [strength, gx, gy, radius] = shot.glare;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const shade = 1 - depth / (1 + Math.exp((x + y * 0.4 - edge * width) / (width * 0.03)));
      const far = Math.hypot(x - gx * width, y - gy * height) / (radius * width);
      const grain = (next() + next() + next() - 1.5) * 2 * shot.noise;
      const light = (soft.light[at] ?? 0) * shade + strength * Math.exp(-far * far) + grain;
      soft.light[at] = Math.max(0, Math.min(255, light));
    }
  }
  return soft;
}

function bilinear({ light, width, height }: GreyPicture, x: number, y: number): number {
  const [left, top] = [Math.min(width - 2, Math.floor(x)), Math.min(height - 2, Math.floor(y))];
  const [dx, dy] = [x - left, y - top];
  const at = top * width + left;
  const upper = (light[at] ?? 0) * (1 - dx) + (light[at + 1] ?? 0) * dx;
  const lower = (light[at + width] ?? 0) * (1 - dx) + (light[at + width + 1] ?? 0) * dx;
  return upper * (1 - dy) + lower * dy;
}

function blurred({ light, width, height }: GreyPicture, deviation: number): GreyPicture {
  const reach = Math.ceil(deviation * 2.5);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * deviation ** 2)),
  );
  const sum = weights.reduce((all, one) => all + one, 0);
  const along = (from: Float32Array, step: number, places: number, of: (at: number) => number) => {
    const to = new Float32Array(from.length);
    for (let at = 0; at < from.length; at += 1) {
      let value = 0;
      for (let offset = -reach; offset <= reach; offset += 1) {
        const place = Math.min(places - 1, Math.max(0, of(at) + offset));
        value += (weights[offset + reach] ?? 0) * (from[at + (place - of(at)) * step] ?? 0);
      }
      to[at] = value / sum;
    }
    return to;
  };
  const rows = along(light, 1, width, (at) => at % width);
  return { light: along(rows, width, height, (at) => Math.floor(at / width)), width, height };
}
