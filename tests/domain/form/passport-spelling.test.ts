import { describe, expect, test } from 'vitest';
import { passportSpelling, suggestedAnswer, suggestedSpelling } from '#domain/form/passport-spelling.ts';
import { studentForm } from '#domain/student/form.ts';
import { DIRECT, MAXIMAL } from '../support/applications.ts';
import { FORMS } from '../support/catalogue.ts';
import { messageOf as messageIn } from '../support/message-of.ts';

describe('the spelling of the machine-readable line', () => {
  /** The Latin letters of ICAO Doc 9303, part 3, section 6, table A, with the first form where it gives several. */
  const TABLE: Readonly<Record<string, string>> = {
    A: 'ÁÀÂÃĂĀĄ',
    AE: 'ÄÆ',
    AA: 'Å',
    C: 'ĆĈČĊÇ',
    D: 'ĐĎÐ',
    E: 'ÉÈÊËĚĖĒĘĔ',
    G: 'ĜĞĠĢ',
    H: 'ĦĤ',
    I: 'ÍÌÎÏĨİĪĮĬ',
    IJ: 'Ĳ',
    J: 'Ĵ',
    K: 'Ķ',
    L: 'ŁĹĽĻĿ',
    N: 'ŃÑŇŅŊ',
    O: 'ÓÒÔÕŐŌŎ',
    OE: 'ÖØŒ',
    R: 'ŔŘŖ',
    S: 'ŚŜŠŞ',
    SS: 'ẞ',
    T: 'ŤŢŦ',
    TH: 'Þ',
    U: 'ÚÙÛŨŬŪŮŲŰ',
    UE: 'Ü',
    W: 'Ŵ',
    Y: 'ÝŶŸ',
    Z: 'ŹŽŻ',
  };
  test.each(Object.entries(TABLE))('is %s for %s', (ascii, letters) => {
    for (const letter of letters) {
      expect(passportSpelling(`${letter}X`), letter).toBe(`${ascii}X`);
      expect(passportSpelling(`x${letter.toLowerCase()}`), letter).toBe(`x${ascii.toLowerCase()}`);
    }
  });

  test.each([
    ['O`Brien', "O'Brien"],
    ['Nguyễn Thị Ánh Tuyết', 'Nguyen Thi Anh Tuyet'],
    ['Đặng Ước Ơn', 'Dang Uoc On'],
    ['Müller', 'Mueller'],
    ['MÜLLER', 'MUELLER'],
    ['Ünal', 'Uenal'],
    ['ÜNAL Öz', 'UENAL Oez'],
    ['Ö. Å Strand', 'Oe. Aa Strand'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Weiß', 'Weiss'],
    ['Þórður', 'Thordur'],
    ['Ibáñez', 'Ibanez'],
    ['Şıvgın İpek', 'Sivgin Ipek'],
    ['Mu\u0308ller', 'Mueller'],
  ])('keeps the case in which %s is written: %s', (name, spelling) => {
    expect(passportSpelling(name)).toBe(spelling);
  });
  test('leaves other scripts alone: what a passport makes of them depends on language and country', () => {
    for (const name of ['张伟', 'Иван', 'Київ', 'محمد', '🙂']) expect(passportSpelling(name)).toBe(name);
  });
});

describe('the spelling is offered', () => {
  const familyName = studentForm.fields.find(({ name }) => name === 'familyName');
  if (familyName === undefined) throw new Error('no family name');

  test('for letters with marks, together with the signs of phones', () => {
    expect(suggestedSpelling(familyName, ' O’Müller ')).toBe("O'Mueller");
  });
  test('never where it is the answer itself, or is no English text either', () => {
    for (const text of ['Muller', 'O’Brien', '', '张伟', 'Zoë 张', 'a_b']) {
      expect(suggestedSpelling(familyName, text), text).toBeUndefined();
    }
  });
  test('by every field of English text of every form, and by no other', () => {
    for (const field of FORMS.flatMap((form) => form.fields)) {
      const english = field.rules.some((rule) => rule.test === 'english');
      expect(suggestedSpelling(field, 'Müller'), field.name).toBe(english ? 'Mueller' : undefined);
    }
  });
  test('and not put in silently: the answer is refused in the words it always was', () => {
    const message = 'Please use English letters and numbers only';
    for (const name of ['Nguyễn', 'Müller', 'Łukasz']) {
      expect(messageIn(studentForm, 'familyName', { ...MAXIMAL, familyName: name }, DIRECT)).toBe(message);
    }
  });
});

describe('a telephone number with signs that the form does not take', () => {
  const field = studentForm.fields.find(({ name }) => name === 'mobilePhone');
  test.each([
    ['+977 981-234-5678', '9779812345678'],
    ['(+61) 4 1234 5678', '61412345678'],
    ['9779812345678', undefined],
    ['+977 98x', undefined],
  ])('%s is offered as %s', (typed, offered) => {
    if (field === undefined) throw new Error('the form asks for no mobile phone');
    expect(suggestedAnswer(field, typed)).toBe(offered);
  });
});
