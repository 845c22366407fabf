import { readFile } from 'node:fs/promises';
import { findZone } from '#features/passport/find-zone.ts';
import { createLineReader } from '#features/passport/read-lines.ts';
import { chance, drawPage, madeUpPassport, photograph, plausibleShot } from '../support/passport-photos.ts';
import { type Bench, median } from './figure.ts';

const PHOTOS = 100;
const CPU_SLOWDOWN = 4;
const TODAY = '2026-11-27';
const bytesOf = async (path: string): Promise<ArrayBuffer> => new Uint8Array(await readFile(path)).buffer;

/**
 * A hundred photos of passports of made-up people: turned, tilted, blurred, with noise, shadow and reflection
 * (`plausibleShot`). Seeds 1 to 100, so that every run reads the same photos.
 */
const bench: Bench = async () => {
  const read = await createLineReader({
    program: await bytesOf('node_modules/tesseract.js-core/tesseract-core-simd-lstm.wasm'),
    model: await bytesOf('src/features/passport/mrz.traineddata'),
  });
  let exact = 0;
  let wrong = 0;
  const times: number[] = [];
  for (let seed = 1; seed <= PHOTOS; seed += 1) {
    const next = chance(seed);
    const { lines } = madeUpPassport(next);
    const shot = plausibleShot(next);
    const photo = photograph(drawPage({ lines }, next), shot, next);
    const before = process.cpuUsage();
    const zone = findZone(photo, read, TODAY)?.zone;
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    const [family = '', given = ''] = lines[0].slice(5).split('<<');
    const asName = (text: string) => text.replaceAll('<', ' ').trim();
    const isProved = zone?.number === lines[1].slice(0, 9).replaceAll('<', '');
    if (zone && !isProved) wrong += 1;
    if (isProved && zone.familyName === asName(family) && zone.givenNames === asName(given)) exact += 1;
  }
  return [
    {
      what: 'photos of passports: zones read exactly',
      value: (100 * exact) / PHOTOS,
      unit: '%',
      budget: 90,
      atLeast: true,
    },
    { what: 'photos of passports: numbers read wrongly', value: (100 * wrong) / PHOTOS, unit: '%', budget: 0 },
    {
      what: 'photos of passports: one photo, four times slower (median)',
      value: median(times) * CPU_SLOWDOWN,
      unit: 'ms',
      budget: 4000,
    },
  ];
};
export default bench;
