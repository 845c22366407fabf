import { useEffect, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { FormContext } from '#domain/form/form.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import type { DraftDispatch } from '#features/drafts/draft-services.ts';
import { findDraft } from '#features/drafts/list-drafts.ts';
import { confirmedOf, nameOf } from '#features/preflight/confirmed-findings.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import type { DeskStudent } from './desk-students.ts';

/** The names of a draft's findings, and of which state of it on which day. */
interface Checked {
  readonly at: number;
  readonly day: string;
  readonly findings: readonly string[];
}

/** Drafts that are read before the list shows their findings. */
const TOGETHER = 25;

/**
 * The same students, each draft with how many findings of "Before you send" are open. Drafts are read one after the
 * other, and again when they have changed. `isReviewing`: in a review, findings are called correct.
 */
export function useToCheck(
  students: readonly DeskStudent[],
  context: FormContext,
  isReviewing: boolean,
): readonly DeskStudent[] {
  const dispatch = useDispatch<DraftDispatch>();
  const [checked, setChecked] = useState<ReadonlyMap<string, Checked>>(new Map());
  const day = context.today.latest;
  // Findings that were called correct since are not in the store.
  useEffect(() => {
    if (!isReviewing) setChecked((before) => new Map(before));
  }, [isReviewing]);
  useEffect(() => {
    let isGone = false;
    const isKnown = ({ id, at }: DeskStudent) => checked.get(id)?.at === at && checked.get(id)?.day === day;
    const changed = students.filter((student) => student.state === 'draft' && !isKnown(student));
    const check = async () => {
      // It is advice: without its scripts the list is as before.
      const part = await importWithRetry(() => import('#features/preflight/checks.ts')).catch(() => undefined);
      if (part === undefined || isGone) return;
      const found = new Map<string, Checked>();
      for (const { id, at } of changed.slice(0, TOGETHER)) {
        const draft = await dispatch(findDraft(id));
        if (isGone) return;
        const answers = visibleAnswers(studentForm, draft?.answers ?? {}, context);
        const findings = draft ? part.preflight({ answers, today: context.today }).map(nameOf) : [];
        found.set(id, { at, day, findings });
      }
      setChecked((before) => new Map([...before, ...found]));
    };
    if (changed.length > 0) void check();
    return () => {
      isGone = true;
    };
  }, [students, context, day, checked, dispatch]);
  return useMemo(
    () =>
      students.map((student) => {
        const findings = student.state === 'draft' ? checked.get(student.id)?.findings : undefined;
        if (findings === undefined) return student;
        const confirmed = confirmedOf(student.id);
        return { ...student, toCheck: findings.filter((name) => !confirmed.has(name)).length };
      }),
    [students, checked],
  );
}
