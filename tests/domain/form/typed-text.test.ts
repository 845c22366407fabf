import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAnswer, tidyText, toAscii } from '#domain/form/typed-text.ts';
import { validate } from '#domain/form/validate.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import { AGENCY, DIRECT, MAXIMAL, SHORT_MINIMAL, TODAY } from '../support/applications.ts';
import { FORMS, settingFor } from '../support/catalogue.ts';

const TEXT = { kind: 'text' } as const;
const SCORE = { kind: 'text', inputMode: 'decimal' } as const;

describe('control signs of pasted text', () => {
  test.each([
    ['a tab and a line feed', 'Hang\tBai\r\n77', 'Hang Bai 77'],
    ['control signs', 'Tr\u0003an\u0085', 'Tran '],
  ])('%s go when the field is left, and are refused where no field was', (_, pasted, left) => {
    expect(tidyText(TEXT, pasted)).toBe(left);
    expect(readAnswer(TEXT, pasted)).toBe(pasted.trim());
  });
});

describe('what phones and input methods type becomes its ASCII form', () => {
  test.each([
    ['curly quotation marks', 'O’Brien ‘Bob’ “Tower” „unten‟', 'O\'Brien \'Bob\' "Tower" "unten"'],
    ['dashes and the minus sign', '12–14 — 3‑A −5', '12-14 - 3-A -5'],
    ['primes and the acute accent', '5′ 6″ O´Brien', "5' 6\" O'Brien"],
    ['no-break and other spaces', 'Tran\u00a0Van\u202fAn\u2009B', 'Tran Van An B'],
    ['the ideographic space', 'Chen\u3000Wei', 'Chen Wei'],
    ['full-width letters, digits and signs', 'Ｎｇｕｙｅｎ １２３（Ａ）＃４', 'Nguyen 123(A)#4'],
    ['the ellipsis', 'and so on…', 'and so on...'],
    ['full stops and commas of Chinese and Arabic keyboards', 'No。 5、 A، B؟', 'No. 5, A, B?'],
    ['the hyphen key of a Japanese keyboard', '１ー２ー３', '1-2-3'],
    ['signs without a width', 'Ngu\u00adyen\u200b \u200eAn\ufeff\u200d', 'Nguyen An'],
    ['Arabic, Persian, Devanagari, Bengali and Thai digits', '٣٠٠٠ ۳ ३ ৩ ๓', '3000 3 3 3 3'],
    ['an address typed with a Chinese keyboard', 'wei＠mail。example', 'wei@mail.example'],
  ])('%s', (_what, typed, ascii) => {
    expect(toAscii(typed)).toBe(ascii);
  });

  test('letters with marks and letters of other scripts stay as they are', () => {
    for (const text of ['Nguyễn', 'Müller', 'Łukasz', '张伟', 'コーヒー', 'محمد', 'می\u200cخواهم', '👩\u200d🎓']) {
      expect(toAscii(text)).toBe(text);
    }
  });
  test('ASCII text stays as it is, and what was changed once is not changed again', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => toAscii(text) === text));
    // Signs that hardly ever meet in any text meet often here.
    const unit = fc.constantFrom(...'A1-ーｰ\u200c\u200d\u00ad あ１Ａ…٣');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => toAscii(toAscii(text)) === toAscii(text)));
    fc.assert(fc.property(fc.string({ unit }), (text) => toAscii(toAscii(text)) === toAscii(text)));
    expect(toAscii('Aー\u200dあ')).toBe('A-あ');
  });
});

describe('a score', () => {
  test.each([
    ['6,5', '6.5'],
    ['6.5', '6.5'],
    ['６，５', '6.5'],
    ['٦٫٥', '6.5'],
    [' 7,0 ', '7.0'],
    [6.5, '6.5'],
  ])('typed as %j is read as %s', (typed, read) => {
    expect(readAnswer(SCORE, typed)).toBe(read);
  });
  test('with several commas, or one that has no digits around it, is no number', () => {
    for (const text of ['1,234,5', '6,', ',5', '6,5.0']) expect(tidyText(SCORE, text)).toBe(text);
  });
  test('is the only answer whose comma becomes a full stop', () => {
    expect(readAnswer(TEXT, '6,5')).toBe('6,5');
  });
});

test('only typed answers are changed: a choice or an agent is kept as the list has it', () => {
  expect(readAnswer({ kind: 'agent' }, 'Éducation – L’Avenir|France')).toBe('Éducation – L’Avenir|France');
  expect(readAnswer({ kind: 'select' }, 'Côte d’Ivoire')).toBe('Côte d’Ivoire');
});

const FIELDS = FORMS.flatMap((form) =>
  form.fields.filter(({ kind }) => kind === 'text').map((field) => [`${form.id}: ${field.name}`, field, form] as const),
);
const FILLED = { 'student-application': MAXIMAL, 'agent-application': AGENCY, 'short-application': SHORT_MINIMAL };
const FULL_WIDTH: Readonly<Record<string, string>> = { acn: '００４０８５６１６', abn: '５１８２４７５３５５６' };

test.each(FIELDS)('%s takes full-width signs, and sends their ASCII form', (_title, field, form) => {
  const filled: Readonly<Record<string, unknown>> = FILLED[form.id as keyof typeof FILLED];
  const { answers, context } = settingFor(field, form);
  const isEmail = field.rules.some((rule) => rule.test === 'email');
  const wide = FULL_WIDTH[field.name] ?? (isEmail ? 'ａｂ＠ｃ．ｄｅ' : '１２３４５６７８９０');
  const given = { ...filled, ...answers, [field.name]: wide };
  const judging = { ...context, today: TODAY };
  expect(validate(form, given, judging)[field.name]).toBeUndefined();
  const sent = visibleAnswers(form, given, judging)[field.name];
  expect(sent).toMatch(/^[ -~]+$/);
  expect(sent).toBe(wide.normalize('NFKC'));
});

test('an answer that was never left, or comes from an older page, is judged and sent the same', () => {
  const typed = { ...MAXIMAL, familyName: 'O’Brien', streetNumber: '１２–１４' };
  expect(validate(studentForm, typed, DIRECT)).toEqual({});
  expect(visibleAnswers(studentForm, typed, DIRECT)).toMatchObject({ familyName: "O'Brien", streetNumber: '12-14' });
});
