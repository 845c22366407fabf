import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** The agents' desk: its list, students from a spreadsheet, documents from a folder. */
export const desk: readonly Mutation[] = [
  ...within('src/features/desk/desk-order.ts', 'features/desk/desk-order.test.ts', {
    'A draft that ends after the afternoon is said to end soon': ['3 * HOUR_MS', '30 * HOUR_MS'],
    'Students that miss answers are listed as ready': ['=> isComplete }', '=> !isComplete }'],
    'Names are sorted without regard to their numbers': ["'en', { numeric: true }", "'en'"],
    'The students are listed with the oldest first': ['other.at - one.at', 'one.at - other.at'],
    'A draft that is on another device is submitted with the others': [' && given === undefined', ''],
    'What was sent counts as a draft that misses nothing': ["state === 'draft' ? missing : LAST", 'missing'],
  }),
  ...within('src/features/desk/sheet/harmless.ts', 'features/desk/sheet/write-sheet.test.ts', {
    'A formula is written into a sheet as a formula': [
      'LIKE_FORMULA.test(text) ?',
      'LIKE_FORMULA.test(text) && !text ?',
    ],
    'The apostrophe before a formula is read as part of the answer': [
      'written.slice(1) : written',
      'written : written',
    ],
  }),
  ...within('src/features/desk/sheet/numbers.ts', 'features/desk/sheet/read-sheet.test.ts', {
    'The zeros in front of a postcode are lost': ['return isPadded ?', 'return !isPadded && isPadded ?'],
    'A telephone number is read in the notation of a spreadsheet': [
      'if (!found) return stored;',
      'if (stored) return stored;',
      'features/desk/sheet/numbers.test.ts',
    ],
  }),
  ...within('src/features/desk/sheet/serial-dates.ts', 'features/desk/sheet/read-sheet.test.ts', {
    'Dates of a spreadsheet are a day late': ['day < NO_DAY ? day : day - 1', 'day'],
    'Dates of a workbook of the Macintosh are four years early': [
      'if (epoch === 1904)',
      'if (epoch !== 1904 && epoch === 1904)',
    ],
  }),
  ...within('src/features/desk/sheet/sheet-dates.ts', 'features/desk/sheet/judge-sheet.test.ts', {
    'The month is guessed where both numbers could be it': ["if (order === undefined) return { asks: 'order' };", ''],
  }),
  ...within('src/features/desk/sheet/full-name.ts', 'features/desk/sheet/judge-sheet.test.ts', {
    'The family name is taken from the wrong end': [
      "order === 'given-first' ? words.pop() : words.shift()",
      "order === 'given-first' ? words.shift() : words.pop()",
    ],
  }),
  ...within('src/features/desk/sheet/sheet-doubles.ts', 'features/desk/sheet/judge-sheet.test.ts', {
    'A sheet that is chosen twice makes every student twice': ['if (here.has(key))', 'if (here.has(row + key))'],
    'A passport number in two rows is not noticed': [
      'return row === student.row ?',
      'return row === student.row || row ?',
    ],
    'Students without passport number and name count as the same': [
      "if (key === '') return student;",
      '',
      'features/desk/sheet/numbers.test.ts',
    ],
  }),
  ...within('src/features/desk/folder/name-parts.ts', 'features/desk/folder/plan-files.test.ts', {
    'A short number in a name is taken for a passport': ['SHORTEST_PASSPORT = 4', 'SHORTEST_PASSPORT = 1'],
    'The number of a copy is read as the end of a passport number': [
      'GROUPS.test(run) && !ENDS_WITH_NUMBER.test(run)',
      'GROUPS.test(run)',
    ],
  }),
  ...within('src/features/desk/folder/match-files.ts', 'features/desk/folder/plan-files.test.ts', {
    'A file whose name has other words goes to the student': [
      "if (file.ids.length > 0 && file.understood.length === 0) return { why: 'other-words', students: file.ids };",
      '',
    ],
    'Of two students who match, one is chosen': [
      "if (ids.length > 1) return { why: 'several-students', students: ids };",
      '',
    ],
    'A file goes to another student than its folder names': [
      'if (folders.some((folder) => folder.ids.length > 0 && !folder.ids.includes(id)))',
      'if (folders.length < 0)',
    ],
    'Of two documents that a name has, one is chosen': ['return other === undefined ?', 'return slot ?'],
  }),
  ...within('src/features/desk/folder/plan-files.ts', 'features/desk/folder/plan-files.test.ts', {
    'Two files go to the same place': ['?? 0) > 1', '?? 0) > 2'],
    'A photo is attached as a PDF': ["if (content === 'photo') return 'photo';", ''],
    'An empty file is attached': ["if (size === 0) return 'empty';", ''],
    'What was said by hand counts less than the name': [
      'said === undefined ? find(file.path) : { place: said }',
      'find(file.path)',
    ],
  }),
];

/** The landing page. */
export const landing: readonly Mutation[] = [
  ...within('src/features/landing/use-snap.ts', 'features/landing/landing.test.tsx', {
    'The page snaps again while it snaps': ['LOCK_MS = 800', 'LOCK_MS = 80'],
    'A touch of the wheel snaps': ['THRESHOLD_PX = 50', 'THRESHOLD_PX = 5'],
    'The wheel zooms nothing on the landing page': [' || event.ctrlKey || event.shiftKey', ' || event.shiftKey'],
    'Space on a button scrolls the page': ['if (element?.closest(PRESSABLE)) return 0;', ''],
    'The page listens after it was left': ['    listening.abort();\n', ''],
    'A window between two screens goes back the way it came': [
      "top > last.top ? 'portal' : 'hero'",
      "top > last.top ? 'hero' : 'portal'",
    ],
    'A window that was scrolled before the scripts came stays between the screens': [
      'it would have led.\n  settleSoon();',
      'it would have led.',
    ],
  }),
];

/** What developers and the college's own staff look at. */
export const devTools: readonly Mutation[] = [
  ...within('src/features/dev-tools/check-workflow.ts', 'features/dev-tools/workflow-validator.test.ts', {
    'A text that is no JSON counts as an invalid workflow': [
      "return { kind: 'not-json', reason: parsed.reason };",
      "return { kind: 'valid' };",
    ],
    'A missing key of the offer is not named as one of its checks': [
      '.filter(([path]) => paths.has(path))',
      '.filter(([path]) => !paths)',
    ],
    'Null is taken for an answer that the form requires': [
      '{ ...value.shape, optional: false } : value.shape',
      'value.shape : value.shape',
    ],
  }),
  ...within('src/features/dev-tools/trace-sources.ts', 'features/dev-tools/trace-sources.test.ts', {
    'An empty list counts as changed by every answer': [' && !bothEmpty(value, other.get(path))', ''],
    'A condition is named before the answer itself': [
      'one.paths.size - other.paths.size',
      'other.paths.size - one.paths.size',
    ],
  }),
];

/** What the three forms share, and the agency's. */
export const forms: readonly Mutation[] = [
  ...within('src/features/forms/kit/check-step.ts', 'features/forms/kit/check-step.test.ts', {
    'A toast lists every field of an empty step': ['NAMED_AT_MOST = 3', 'NAMED_AT_MOST = 30'],
    'The messages of a step stay hidden when it cannot be left': [
      'for (const name of names) form.blur(name);',
      '',
      'features/forms/student/wizard.test.tsx',
    ],
  }),
  ...within('src/features/forms/agency/use-submit-state.ts', 'features/forms/agency/use-submit-state.test.tsx', {
    'A registration that the staff look into looks failed': [
      'if (failure?.code === HELD_CODE)',
      "if (failure?.code === 'NONE')",
    ],
    'A form that is corrected still says that it failed': ["isRetracted ? 'idle' : 'error'", "'error'"],
    'A retry of the server locks the form that is being corrected': [
      'isRetried ? stopped : submission && error',
      'submission && error',
    ],
    'The toast of a failure stays when the form is submitted again': ['else toast.dismiss(FAILURE_TOAST);', ''],
  }),
];
