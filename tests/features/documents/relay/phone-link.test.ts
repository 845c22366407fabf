import decodeQR from 'qr/decode.js';
import { expect, onTestFinished, test } from 'vitest';
import {
  keepLink,
  linkTo,
  ownerOf,
  type PhoneLink,
  readLink,
  tagOf,
  takeLink,
} from '#features/documents/relay/phone-link.ts';
import { modulesOf } from '#features/documents/transfer/qr-code.tsx';

const LINK: PhoneLink = {
  id: '5c1b6a6e-7d0e-4b0f-9d52-0c6f3a1f2b3c',
  writer: 'w'.repeat(43),
  key: 'K-_9'.padEnd(43, 'k'),
  slots: [
    { slot: 'academicQualifications', label: 'Academic Qualifications & Transcripts' },
    { slot: 'passport', label: 'Current Passport' },
  ],
  tag: '0123456789abcdef',
};

test('a link has everything behind the #, which no browser sends', () => {
  const url = new URL(linkTo('https://college.example', LINK));
  expect(url.origin + url.pathname + url.search).toBe('https://college.example/');
  expect(readLink(url.hash)).toEqual(LINK);
});

// The two names of the English slot (R5.1).
test.each(['English Test Results', 'ELICOS Training Offer'])(
  'the phone calls the English slot as the computer does: %s',
  (label) => {
    const { hash } = new URL(linkTo('https://college.example', { ...LINK, slots: [{ slot: 'englishTest', label }] }));
    expect(readLink(hash)?.slots[0]?.label).toBe(label);
  },
);

test('a link puts no words of the sender on the page: names that the slot never has are no link', () => {
  const { hash } = new URL(
    linkTo('https://college.example', {
      ...LINK,
      slots: [{ slot: 'englishTest', label: 'ELICOS Training Offer' }],
    }),
  );
  for (const label of ['2', '9', '-1', '01', 'Bank%20Statement', 'Send it to me'])
    expect(readLink(hash.replace(':1', `:${label}`))).toBeUndefined();
  expect(
    readLink(new URL(linkTo('https://college.example', LINK)).hash.replace('passport', 'passport:1')),
  ).toBeUndefined();
});

test('a fragment is no link where it is cut short, or names a slot that the form does not have', () => {
  const { hash } = new URL(linkTo('https://college.example', LINK));
  for (const fragment of [
    '',
    '#phone=',
    hash.slice(0, -1),
    hash.replace('academicQualifications', 'wallet'),
    `${hash}x`,
  ])
    expect(readLink(fragment)).toBeUndefined();
});

test('a link is taken out of the address when it is read, and cannot be read again', () => {
  onTestFinished(() => history.replaceState(null, '', '/'));
  history.replaceState({ view: 'from-phone' }, '', `/${new URL(linkTo('https://college.example', LINK)).hash}`);
  expect(takeLink()).toEqual(LINK);
  expect(location.hash).toBe('');
  expect(history.state).toEqual({ view: 'from-phone' });
  expect(takeLink()).toBeUndefined();
});

test('a kept link is there again after a reload, until it is cleared or another link is opened', () => {
  onTestFinished(() => {
    keepLink(undefined);
    history.replaceState(null, '', '/');
  });
  keepLink(LINK);
  expect(takeLink()).toEqual(LINK);
  const other = { ...LINK, key: 'o'.repeat(43) };
  history.replaceState(null, '', `/${new URL(linkTo('https://college.example', other)).hash}`);
  expect(takeLink()).toEqual(other);
  keepLink(undefined);
  expect(takeLink()).toBeUndefined();
});

test('pages in work are found again by another link of the same application, which it does not name', async () => {
  const draftId = '0d5f8f0e-3f0a-4c55-8f2e-2a4b6c8d0e1f';
  const [tag, again, other] = [await tagOf(draftId), await tagOf(draftId), await tagOf(LINK.id)];
  expect([tag === again, tag === other]).toEqual([true, false]);
  expect(ownerOf({ ...LINK, tag })).toBe(`phone-${tag}`);
  expect(draftId.replaceAll('-', '')).not.toContain(tag);
});

test('the code on the screen says the link, with the margin that readers need', () => {
  const text = linkTo('https://apply.a-college-with-a-long-name.edu.au', LINK);
  const rows = modulesOf(text);
  for (let at = 0; at < 4; at += 1) expect(rows[at]?.some(Boolean)).toBe(false);
  const scale = 4;
  const size = rows.length * scale;
  const data = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const level = rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? 0 : 255;
      data.set([level, level, level, 255], (y * size + x) * 4);
    }
  expect(decodeQR({ width: size, height: size, data })).toBe(text);
});
