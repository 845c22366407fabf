import type { FileToAttach } from './attach-files.ts';
import type { FolderState } from './use-folder.ts';

/** The files by what is to be done with them, each by its index, in one of the lists. */
export function sortFiles({ files, planned, outcomes, isAttached, mayReplace }: FolderState) {
  const lists = {
    unmatched: [] as number[],
    failed: [] as number[],
    replacing: [] as number[],
    adding: [] as number[],
    leftOut: [] as number[],
    attached: [] as number[],
  };
  const work: FileToAttach[] = [];
  for (const [index, one] of planned.entries()) {
    const file = files[index]?.file;
    if (isAttached(index)) lists.attached.push(index);
    else if (one.kind === 'left-out') lists.leftOut.push(index);
    else if (one.kind !== 'matched') lists.unmatched.push(index);
    else {
      (one.replaces ? lists.replacing : outcomes.has(index) ? lists.failed : lists.adding).push(index);
      if (file && (mayReplace || !one.replaces)) work.push({ index, file, place: one.place, replaces: one.replaces });
    }
  }
  const matched = lists.adding.length + lists.replacing.length;
  const parts = [
    { count: matched, words: 'matched', isAlways: lists.attached.length === 0 },
    { count: lists.unmatched.length, words: 'not matched', isAlways: true },
    { count: lists.failed.length, words: 'could not be attached' },
    { count: lists.leftOut.length, words: 'left out' },
    { count: lists.attached.length, words: 'attached' },
  ];
  const counts = parts
    .filter(({ count, isAlways }) => isAlways || count > 0)
    .map(({ count, words }) => `${count} ${words}`)
    .join(', ');
  return { ...lists, work, counts };
}
