import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import {
  COLLEGE_TEXTS,
  type College,
  type CollegeFacts,
  type CollegeText,
  type CollegeTextName,
} from '#contract/college.ts';
import { toTextNodes } from './markdown.ts';

export const EXAMPLE_COLLEGE = path.resolve(import.meta.dirname, '..', 'example-college');

const FACTS_FILE = 'college.json';
const TEXT_FILES: Readonly<Record<CollegeTextName, string>> = {
  terms: 'terms.md',
  privacy: 'privacy.md',
  refunds: 'refunds.md',
  whatHappensNext: 'what-happens-next.md',
};
/** What the page lacks without a setting of the college. */
const EFFECTS: Readonly<Record<CollegeTextName, string>> = {
  terms: 'applicants agree to terms that no page shows',
  privacy: 'no privacy notice is shown where personal data is asked for',
  refunds: 'no refund policy is shown',
  whatHappensNext: 'no text says what happens after an application',
};

/** The content of a folder, its problems, and what is missing, in sentences that name the file. */
interface CollegeRead {
  readonly college: College;
  readonly problems: readonly string[];
  readonly missing: readonly string[];
}

/** Reads the college's own words and codes from a folder (R17.1). Throws nothing: what is wrong is in `problems`. */
export function readCollege(directory: string): CollegeRead {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    return { college: {}, problems: ['COLLEGE_DIR names no folder'], missing: [] };
  }
  const problems: string[] = [];
  const missing: string[] = [];
  const read = <Part>(file: string, effect: string, parse: (bytes: Buffer) => Part | string): Part | undefined => {
    const bytes = readIfThere(path.join(directory, file), problems);
    if (bytes === undefined) return void missing.push(`${file} is not in COLLEGE_DIR: ${effect}`);
    const part = parse(bytes);
    if (typeof part !== 'string') return part;
    problems.push(`${file} in COLLEGE_DIR ${part}`);
    return undefined;
  };
  const facts = read(FACTS_FILE, 'no CRICOS codes and no contacts of the college are shown', parseFacts);
  const texts = COLLEGE_TEXTS.map((name) => [name, read(TEXT_FILES[name], EFFECTS[name], parseText)]);
  const there = Object.fromEntries(texts.filter(([, text]) => text !== undefined));
  const unsaid = facts === undefined ? [] : CODES.filter(([code]) => facts[code] === undefined);
  return {
    college: { ...(facts && { facts }), ...there },
    problems,
    missing: [...missing, ...unsaid.map(([code, effect]) => `${FACTS_FILE} in COLLEGE_DIR has no ${code}: ${effect}`)],
  };
}

function readIfThere(file: string, problems: string[]): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code !== 'ENOENT') problems.push(`${path.basename(file)} in COLLEGE_DIR cannot be read (${code})`);
    return undefined;
  }
}

const CODES = [
  ['cricosProviderCode', 'the page shows no CRICOS provider code'],
  ['cricosCourseCode', 'the page shows no CRICOS course code'],
] as const;

const line = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
const factsSchema: v.GenericSchema<unknown, CollegeFacts> = v.strictObject({
  name: line,
  cricosProviderCode: v.exactOptional(v.pipe(line, v.regex(/^\d{5}[A-Z]$/, 'must be five digits and a capital'))),
  cricosCourseCode: v.exactOptional(
    v.pipe(line, v.regex(/^\d{6}[0-9A-Z]$/, 'must be six digits and a digit or capital')),
  ),
  email: v.exactOptional(v.pipe(line, v.email('must be an e-mail address'))),
  phone: v.exactOptional(line),
  address: v.exactOptional(line),
});

function parseFacts(bytes: Buffer): CollegeFacts | string {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), bytes.toString());
  if (!json.success) return 'is no JSON';
  const read = v.safeParse(factsSchema, json.output);
  if (read.success) return read.output;
  const [issue] = read.issues;
  return `is not right: ${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`;
}

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;
const ENTRY = /^(\w+):\s*(.+?)\s*$/gm;
const frontMatterSchema = v.object({
  title: line,
  version: v.pipe(line, v.maxLength(64)),
  date: v.pipe(v.string(), v.isoDate()),
});

function parseText(bytes: Buffer): CollegeText | string {
  const file = bytes.toString().replace(/^\uFEFF/, '');
  const [head, entries = ''] = FRONT_MATTER.exec(file) ?? [];
  const said = [...entries.matchAll(ENTRY)].map(([, name = '', value = '']) => [name, value.replace(/^"(.*)"$/, '$1')]);
  const read = v.safeParse(frontMatterSchema, Object.fromEntries(said));
  if (head === undefined || !read.success) {
    return 'must begin with ---, title: …, version: …, date: yyyy-MM-dd and ---, each on a line of its own';
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ...read.output, sha256, content: toTextNodes(file.slice(head.length)) };
}
