import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { findZone } from '#features/passport/find-zone.ts';
import { createLineReader, type ReadLine } from '#features/passport/read-lines.ts';
import { chance, drawPage, type GreyPicture, photograph, type Shot, zoneOf } from '../../support/passport-photos.ts';

const TODAY = '2026-11-27';
const PASSPORT = zoneOf({
  issuer: 'NPL',
  family: 'DE SOUZA',
  given: 'MAYA O',
  number: 'PA0123O58',
  born: '990512',
  sex: 'F',
  expires: '330228',
  personal: '12-345',
});
const STRAIGHT: Shot = {
  width: 1280,
  height: 960,
  turn: 0,
  tilt: [0, 0],
  fill: 0.9,
  blur: 0.6,
  noise: 3,
  shadow: [0, 0.5],
  glare: [0, 0, 0, 1],
};

let read: ReadLine;
beforeAll(async () => {
  const bytes = (path: string) => new Uint8Array(readFileSync(path)).buffer;
  read = await createLineReader({
    program: bytes('node_modules/tesseract.js-core/tesseract-core-simd-lstm.wasm'),
    model: bytes('src/features/passport/mrz.traineddata'),
  });
});

const photo = (shot: Partial<Shot> = {}, seed = 1): GreyPicture => {
  const next = chance(seed);
  return photograph(drawPage(PASSPORT, next), { ...STRAIGHT, ...shot }, next);
};
const turned = ({ light, width, height }: GreyPicture, quarters: number): GreyPicture => {
  if (quarters === 0) return { light, width, height };
  const next = new Float32Array(light.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) next[x * height + (height - 1 - y)] = light[y * width + x] ?? 0;
  return turned({ light: next, width: height, height: width }, quarters - 1);
};

test.each([
  ['lies on its side, turned by 9 degrees and tilted', () => turned(photo({ turn: 9, tilt: [0.1, -0.08] }), 1)],
  ['is upside down, blurred and noisy', () => turned(photo({ blur: 1.5, noise: 8 }), 2)],
  [
    'lies on its other side, in shadow and in a reflection',
    () => turned(photo({ shadow: [0.5, 0.4], glare: [80, 0.4, 0.85, 0.1] }), 3),
  ],
] as const)('the zone of a passport that %s is read', (_how, picture) => {
  const found = findZone(picture(), read, TODAY);
  expect(found?.zone).toEqual({
    number: 'PA0123O58',
    nationality: 'NPL',
    birthDate: '1999-05-12',
    expiryDate: '2033-02-28',
    sex: 'F',
    familyName: 'DE SOUZA',
    givenNames: 'MAYA O',
  });
  // The two lines beside each other, far wider than high.
  expect((found?.crop.width ?? 0) / (found?.crop.height ?? 1)).toBeGreaterThan(8);
});

test('a zone that is too blurred for its check digits to hold is not read', () => {
  expect(findZone(photo({ blur: 7 }), read, TODAY)).toBeUndefined();
});

test('a page without a zone has none', () => {
  const paper = { light: new Float32Array(1200 * 900).fill(220), width: 1200, height: 900 };
  expect(findZone(paper, read, TODAY)).toBeUndefined();
});
