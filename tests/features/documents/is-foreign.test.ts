import { describe, expect, test } from 'vitest';
import { isForeign } from '#features/documents/inspection/is-foreign.ts';

const ENGLISH =
  'This is to certify that the student has completed the course of study in civil engineering with distinction, and ' +
  'that the results on this page are a true copy of the records of the university.';
const SPANISH =
  'La Universidad certifica que el estudiante ha completado los estudios de ingeniería civil con las calificaciones ' +
  'que se indican en el presente documento, y que fue admitido por la facultad en el año de su solicitud.';
const VIETNAMESE =
  'Bằng tốt nghiệp trung học phổ thông được cấp cho các học sinh đã hoàn thành chương trình và có kết quả trong kỳ thi ' +
  'của năm, cho người có tên trong danh sách, ngày và tháng như trên, không có giá trị nếu bị sửa.';
const CHINESE =
  '兹证明该学生于二零一九年九月至二零二三年六月在我校土木工程专业学习，修完全部课程，成绩合格，准予毕业。'.repeat(2);
const NEPALI =
  'यो प्रमाणित गरिन्छ कि विद्यार्थीले सिभिल इन्जिनियरिङको अध्ययन पूरा गरेको छ र विश्वविद्यालयको अभिलेख अनुसार परिणाम सही छ। विद्यार्थीको चालचलन राम्रो थियो।';

describe('a document whose text is not English', () => {
  test.each([
    ['Spanish', SPANISH],
    ['Vietnamese', VIETNAMESE],
    ['Chinese', CHINESE],
    ['Nepali', NEPALI],
  ])('is detected in %s', (_language, text) => {
    expect(isForeign([text])).toBe(true);
    expect(isForeign(['', text])).toBe(true);
  });

  test.each([
    ['English', [ENGLISH]],
    ['a certificate with its translation', [CHINESE, ENGLISH]],
    ['a translation that comes first', [ENGLISH, SPANISH]],
    ['a scan without text', ['', '']],
    ['a stamp or a name', ['大学', 'Nguyễn Thị Mai']],
    ['English with a name in its own script', [`${ENGLISH} 王伟 (Wang Wei)`]],
    [
      'a table of marks',
      [
        'Mathematics 92 Physics 88 Chemistry 90 English 85 History 79 Geography 81 Semester Credits GPA Total Grade Point Average Transcript',
      ],
    ],
  ])('is not told of %s', (_what, pages) => {
    expect(isForeign(pages)).toBe(false);
  });
});
