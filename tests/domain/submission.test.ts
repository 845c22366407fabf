import { describe, expect, test } from 'vitest';
import { beginsAsPdf, opensAsPdf, PDF_HEADER_WITHIN } from '#domain/format/pdf.ts';
import { formatSize } from '#domain/format/size.ts';
import { documentLabel, documentLabels } from '#domain/submission/document-label.ts';
import { outgoingNames } from '#domain/submission/file-names.ts';
import type { StageName, StageState } from '#domain/submission/stages.ts';
import { isAboutLostDocument, isAccepted, isHeld, lostSlots, type StageError } from '#domain/submission/submission.ts';

const stage = (name: StageName, state: StageState, error?: StageError) => ({ name, state, ...(error && { error }) });
const failed = (code: string, ...errors: readonly { field: string; technical: string }[]): StageError => ({
  code,
  message: 'Documents are missing',
  errors: errors.map((one) => ({ ...one, message: 'Please attach it again' })),
});

describe('an application', () => {
  test.each([
    ['student', 'cricos-submission', 'cricos-validation'],
    ['short', 'power-automate', 'preparing'],
    ['agent', 'power-automate', 'preparing'],
  ] as const)('of the kind %s is accepted once %s is completed', (kind, last, before) => {
    const accepted = (...stages: ReturnType<typeof stage>[]) =>
      isAccepted({ id: 'a', kind, status: 'processing', stages });
    expect(accepted(stage(before, 'completed'), stage(last, 'completed'))).toBe(true);
    expect(accepted(stage(before, 'completed'), stage(last, 'in-progress'))).toBe(false);
    expect(accepted(stage(before, 'completed'))).toBe(false);
  });

  test('is held by its mark, and by the error of a stage', () => {
    const unanswered = stage('power-automate', 'error', failed('UNKNOWN_OUTCOME'));
    expect(isHeld({ held: true, stages: [] })).toBe(true);
    expect(isHeld({ stages: [stage('preparing', 'completed'), unanswered] })).toBe(true);
    expect(isHeld({ stages: [stage('power-automate', 'error', failed('NO_FILES_ERROR'))] })).toBe(false);
    expect(isHeld({ held: false, stages: [stage('preparing', 'completed')] })).toBe(false);
  });

  test('names the slots of lost and changed documents, and of nothing else', () => {
    const issues = [
      { field: 'passport', technical: 'document-missing' },
      { field: 'email', technical: 'application.Email' },
      { field: 'cv', technical: 'document-changed' },
    ];
    const stopped = stage('file-forwarding', 'error', failed('NO_FILES_ERROR', ...issues));
    expect(lostSlots([stage('preparing', 'completed'), stopped])).toEqual(['passport', 'cv']);
    expect(lostSlots([{ ...stopped, state: 'completed' }])).toEqual([]);
    expect(lostSlots([stage('file-forwarding', 'error')])).toEqual([]);
    expect(issues.map((one) => isAboutLostDocument({ ...one, message: '' }))).toEqual([true, false, true]);
  });
});

describe('the name of a document that is sent (R9.7)', () => {
  const sent = (name: string, kind?: 'pdf' | 'jpg') => outgoingNames([{ name, kind }])[0];
  test.each([
    ['Scan (1).pdf', 'Scan (1).pdf'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['a\\b:c*d?e"f<g>h|i.pdf', 'a_b_c_d_e_f_g_h_i.pdf'],
    ['null\u0000, tab\u001f, delete\u007f, next\u009f.pdf', 'null_, tab_, delete_, next_.pdf'],
    ['kept\u00a0\u00e9.pdf', 'kept\u00a0\u00e9.pdf'],
    ['e\u0301.pdf', '\u00e9.pdf'],
    ['\u202agpj\u202e.\u2066exe\u2069', '_gpj_._exe_'],
    ['\u2029\u202f\u2065\u206a', '\u2029\u202f\u2065\u206a'],
    ['lone \ud800 and \udfff', 'lone _ and _'],
    ['pair \ud83d\ude00', 'pair \ud83d\ude00'],
    ['...', 'document...'],
    [' ', 'document'],
    ['.hidden', '.hidden'],
  ])('of %j is %j', (name, safe) => {
    expect(sent(name)).toBe(safe);
  });

  test('has 200 characters at most, its extension among them', () => {
    expect(sent(`é${'x'.repeat(250)}.pdf`)).toBe(`é${'x'.repeat(195)}.pdf`);
    expect(sent(`é.${'x'.repeat(250)}`)).toBe(`é.${'x'.repeat(19)}`);
    expect(sent(`${'x'.repeat(200)}`, 'pdf')).toBe(`${'x'.repeat(196)}.pdf`);
  });

  test.each([
    ['photo.JPEG', 'jpg', 'photo.JPEG'],
    ['photo.png', 'jpg', 'photo.png.jpg'],
    ['scan.pdf. .', 'pdf', 'scan.pdf'],
    ['scan', 'pdf', 'scan.pdf'],
  ] as const)('of %j with the content of a %s is %j', (name, kind, expected) => {
    expect(sent(name, kind)).toBe(expected);
  });

  test('differs from those before it', () => {
    const names = ['scan.pdf', 'scan.pdf', 'scan', 'scan', 'scan.pdf'].map((name) => ({ name }));
    expect(outgoingNames(names)).toEqual(['scan.pdf', 'scan-2.pdf', 'scan', 'scan-2', 'scan-3.pdf']);
  });
});

describe('the beginning of a file', () => {
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const others = ['MZ', '\x7fELF', '#!', '@echo', 'PK', 'Rar!', '\x1f\x8b', '\xd0\xcf\x11\xe0', '{\\rtf', '%!', 'GIF8'];

  test('is that of a PDF, alone and after white space or mail headers', () => {
    for (const before of ['', '\r\n', 'Content-Type: application/pdf\r\n\r\n', ' '.repeat(PDF_HEADER_WITHIN - 5)])
      expect(beginsAsPdf(bytes(`${before}%PDF-1.7`)), before).toBe(true);
    expect(beginsAsPdf(bytes(`${' '.repeat(PDF_HEADER_WITHIN - 4)}%PDF-1.7`))).toBe(false);
  });

  test('that is of another type, or has markup, is refused, though readers would open it', () => {
    for (const before of ['<html>', ...others]) {
      expect(beginsAsPdf(bytes(`${before}%PDF-1.7`)), before).toBe(false);
      expect(opensAsPdf(bytes(`${before}%PDF-1.7`)), before).toBe(true);
    }
    expect([beginsAsPdf(bytes('PDF-1.7')), opensAsPdf(bytes('PDF-1.7'))]).toEqual([false, false]);
  });
});

test.each([
  [0, '0 Bytes'],
  [1, '1 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [100 * 1024 ** 2, '100 MB'],
  [1024 ** 4, '1024 GB'],
])('a file of %d bytes has %s (R2.18)', (size, words) => {
  expect(formatSize(size)).toBe(words);
});

test('each slot of the three forms has a label, and an unknown slot has none', () => {
  expect(documentLabel('passport', {})).toBe('Current Passport');
  expect(documentLabels('englishTest').length).toBe(2);
  expect(documentLabel('agent-introduction', {})).toBeDefined();
  expect(documentLabels('agent-introduction')).toEqual([documentLabel('agent-introduction', {})]);
  expect([documentLabel('none', {}), documentLabels('none')]).toEqual([undefined, []]);
});
