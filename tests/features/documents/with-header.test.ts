import { expect, test } from 'vitest';
import { splitHeader, withHeader } from '#features/documents/with-header.ts';

const fileOf = (...parts: BlobPart[]) => new Blob(parts);
const bytesOf = async (file: Blob) => [...new Uint8Array(await file.arrayBuffer())];

test('a description of bytes comes before them, behind its length: pages of other releases read and write the same', async () => {
  const file = fileOf(...withHeader({ a: 'é' }, [new Blob(['one']), new Blob(['two'])]));
  expect(await bytesOf(file)).toEqual([0, 0, 0, 10, ...Buffer.from('{"a":"é"}onetwo')]);
});

test('both come out as they went in', async () => {
  const about = { name: '護照.pdf', pages: [1, 2] };
  const opened = await splitHeader(fileOf(...withHeader(about, [new Blob(['one']), new Blob(['two'])])));
  expect(opened?.about).toEqual(about);
  expect(await opened?.bytes.text()).toBe('onetwo');
});

test.each([
  ['nothing', []],
  ['less than a length', ['abc']],
  ['something that is no JSON', [Uint8Array.of(0, 0, 0, 3), '{a}']],
  ['less than its length says', [Uint8Array.of(0, 0, 0, 9), '{"a":']],
])('%s is no such file', async (_what, parts) => {
  expect(await splitHeader(fileOf(...parts))).toBeUndefined();
});
