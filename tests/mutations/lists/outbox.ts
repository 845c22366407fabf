import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** What is confirmed: kept, sent once, in order, given up after seven days, and followed to its end. */
export const outbox: readonly Mutation[] = [
  ...within('src/app/services.ts', 'features/app/notes-expire.test.ts', {
    'The names of sent applications stay in a page that is left open': [
      'return [listSent, listUnsent,',
      'void [listSent, listUnsent];\n  return [',
    ],
  }),
  ...within(
    'src/features/submission/outbox/drain.ts',
    ['features/submission/outbox/drain.test.ts', 'features/submission/outbox/outbox.test.ts'],
    {
      'An entry stays in the outbox after the server has taken it': [
        "if (delivery.kind === 'sent') return remove(entry);",
        "if (delivery.kind === 'sent') return;",
      ],
      'A withdrawn attempt removes the entry': [
        "if (delivery.kind === 'sent') return remove(entry);",
        "if (delivery.kind === 'sent' || delivery.kind === 'withdrawn') return remove(entry);",
      ],
      'An entry is removed although it could not be sent now': [
        "if (delivery.kind === 'sent') return remove(entry);",
        "if (delivery.kind === 'sent' || delivery.kind === 'later') return remove(entry);",
      ],
      'A refused entry is removed': [
        "if (delivery.kind !== 'refused') return;",
        "if (delivery.kind !== 'refused') return;\n  if (delivery.failure.code !== '') return remove(entry);",
      ],
      'A refusal of an earlier confirmation is noted at the one that took its place': [
        'if (present && isSameConfirmation(present, entry)) await',
        'if (present) await',
      ],
      'A refused entry is sent again and again': ['order > after && failure === undefined', 'order > after'],
      'An entry is given up after seven days without an attempt that the server answered': [
        'if (answers && isEntryExpired(entry, options.now())) {',
        'if (isEntryExpired(entry, options.now())) {',
      ],
      'An entry is never given up': [
        'if (answers && isEntryExpired(entry, options.now())) {',
        'if (options.now() < 0) {',
      ],
      'A refused entry waits for longer than seven days': ['  await expireRefused(options);\n', ''],
      'An entry that cannot be sent holds up those behind it': ['if (!answers) break;', 'break;'],
      'Every entry is tried although the server does not answer': ['if (!answers) break;', ''],
      'A pass continues after a foreign answer': [
        'if (delivery.foreign) return { again, stoppedAt: entry.order };',
        '',
      ],
      'Nothing is tried again after a failure': [
        'if (again && !stopped) timer = setTimeout(run, pauseAfter(failures));',
        'void pauseAfter(failures);',
      ],
      'The pauses between attempts do not grow': ['FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10)', 'FIRST_RETRY_MS'],
      'The pauses between attempts grow without an end': [
        'Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10))',
        'FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10)',
      ],
      'Two tabs send at the same time': [
        'return navigator.locks ? navigator.locks.request(LOCK, work) : work();',
        'return work();',
      ],
      'What is confirmed while the line is being sent waits for the next wake-up': [
        'while (woken && !stopped) again = await pass();',
        '',
      ],
    },
  ),
  ...within(
    'src/features/submission/outbox/outbox-storage.ts',
    [
      'features/submission/outbox/at-work.test.ts',
      'features/submission/outbox/withdrawn.test.ts',
      'features/submission/outbox/send-entry.test.ts',
      'features/submission/outbox/outbox.test.ts',
      'features/submission/submission-modal.test.tsx',
    ],
    {
      'What is confirmed again without a change while it arrives is sent again, after its documents have gone': [
        'isSameConfirmation(present, entry) || saidBy(present) === saidBy(entry)',
        'isSameConfirmation(present, entry)',
      ],
      'Other answers that are confirmed while the ones before arrive are forgotten': [
        'isSameConfirmation(present, entry) || saidBy(present) === saidBy(entry)',
        'true',
        'features/submission/outbox/at-work.test.ts',
        'features/submission/outbox/withdrawn.test.ts',
        'features/submission/outbox/send-entry.test.ts',
        'features/submission/outbox/outbox.test.ts',
        'features/submission/submission-modal.test.tsx',
        'features/submission/outbox/outbox-storage.test.ts',
      ],
      'An entry waits for eight days': [
        'OUTBOX_LIFE_MS = 7 *',
        'OUTBOX_LIFE_MS = 8 *',
        'features/submission/outbox/outbox-storage.test.ts',
        'features/submission/outbox/drain.test.ts',
        'features/submission/outbox/outbox.test.ts',
      ],
      'What was sent is not noted before the PUT leaves': [', ...(sent && { sent }) }));', ' }));\n  void sent;'],
    },
  ),
  ...within('src/features/submission/outbox/outbox-storage.ts', 'features/submission/outbox/outbox-storage.test.ts', {
    'A new confirmation does not go to the end of the line': [
      'const order = Math.max(now, ...others.map((other) => other + 1));',
      'const order = Math.min(0, ...others) - 1;',
    ],
    'What is confirmed after a withdrawal has the number of what was withdrawn, and is removed with it': [
      'const order = Math.max(now, ...others.map((other) => other + 1));',
      'const order = Math.max(0 * now, ...others) + 1;',
    ],
    'Entries are listed in the order of their ids': [
      'return settled.sort((one, other) => one.order - other.order);',
      'return settled;',
    ],
    'Entries with an impossible time keep it': [
      'confirmedAt: possibleTime(entry.confirmedAt, now) }',
      'confirmedAt: entry.confirmedAt }',
    ],
    'What is written of an entry under way brings back the time of before the clock was set': [
      'entry: { ...entry, confirmedAt }, ...(sent',
      'entry: { ...entry, confirmedAt: entry.confirmedAt ?? confirmedAt }, ...(sent',
    ],
  }),
  ...within(
    'src/features/submission/outbox/outbox.ts',
    [
      'features/submission/outbox/at-work.test.ts',
      'features/submission/outbox/withdrawn.test.ts',
      'features/submission/outbox/send-entry.test.ts',
      'features/submission/outbox/outbox.test.ts',
      'features/submission/submission-modal.test.tsx',
    ],
    {
      'Other answers that are confirmed while the ones before arrive go under without a word': [
        'dispatch(submissionEvents.confirmedAgain(entry.id));',
        '',
      ],
      'An application that is given up leaves no note': [
        '    noteUnsent(entry, Date.now());\n',
        '    void noteUnsent;\n',
      ],
      'An application that is given up stays on the device': [
        '    await dispatch(remove(entry.id, draftExpired));\n',
        '    void remove;\n',
      ],
      'Where this browser keeps nothing the application is not sent': [
        'if (kept === undefined) await dispatch(sendUnkept(draftId, { ...application, ...accepted }, withdrawing.signal));',
        'if (kept === undefined) return void sendUnkept;',
      ],
      'The outbox does not go on when the connection is back': [
        '  dispatch(addListener({ actionCreator: connectionRegained, effect: wake }));\n',
        '  void [addListener, connectionRegained];\n',
        'features/submission/outbox/connection-back.test.ts',
      ],
      'A withdrawal does not end the attempt that waits for documents': [
        'if (attempt) attempt.abort();',
        'if (attempt) void 0;',
      ],
      'What the server has is not followed when it was sent from the outbox': [
        '      dispatch(followSent(entry));\n',
        '      void followSent;\n',
      ],
      'A withdrawn application stays in the outbox': [
        'const isWithdrawn = await storage.withdrawEntry(draftId);',
        'const isWithdrawn = true;',
      ],
    },
  ),
  ...within(
    'src/features/submission/send-application.ts',
    [
      'features/submission/outbox/at-work.test.ts',
      'features/submission/outbox/withdrawn.test.ts',
      'features/submission/outbox/send-entry.test.ts',
      'features/submission/outbox/outbox.test.ts',
      'features/submission/submission-modal.test.tsx',
    ],
    {
      'An application that has arrived is said not to have been uploaded, since its documents have gone': [
        'if (earlier) return followEarlier(dispatch, draftId, earlier);',
        '',
      ],
      'An application that has stopped is followed in place of the correction whose documents are missing': [
        'return known === undefined || hasStopped(known) ? undefined : earlier;',
        'return known === undefined ? undefined : earlier;',
      ],
      'An unconfigured form is tried for seven days': [
        "isTransient(error) && !(error.kind === 'problem' && error.problem.code === 'NOT_CONFIGURED');",
        'isTransient(error);',
        'features/submission/outbox/send-entry.test.ts',
      ],
      'A failure that may pass is taken for a refusal': [
        "isTransient(error) && !(error.kind === 'problem' && error.problem.code === 'NOT_CONFIGURED');",
        "error.kind === 'network';",
      ],
      'A PUT is sent although the entry was withdrawn since': [
        'const mayLeave = arrived.ok && (await (beforePut?.(references, noted) ?? true));',
        'if (arrived.ok) await beforePut?.(references, noted);\n    const mayLeave = arrived.ok;',
      ],
      'An application that the server already has with other answers is shown as refused': [
        'if (await isOnItsWay(dispatch, draftId, failure)) return followEarlier(dispatch, draftId, (await earlier) ?? noted);',
        'void [isOnItsWay, followEarlier, earlier];',
      ],
      "Another agency's submission under the same number is shown as one's own": [
        "return known !== undefined && (code === 'ALREADY_SUBMITTED' || !hasStopped(known));",
        'return true;',
      ],
      'A submission that has stopped and refuses other answers is followed as if it went on': [
        "return known !== undefined && (code === 'ALREADY_SUBMITTED' || !hasStopped(known));",
        'return known !== undefined;',
      ],
      'The receipt names the documents of an attempt that the server has not taken': [
        '  void noteSent(earlier);\n',
        '',
      ],
      'The answer to a PUT replaces a newer event': [
        'if (knownOf(dispatch, draftId) === before)',
        'if (before === undefined || before !== null)',
      ],
      'The answers that were sent stay in the state of the page': [
        'dispatch(submissionEvents.accepted({ draftId, sent }));',
        'dispatch(submissionEvents.accepted({ draftId, sent: { ...sent, ...values } }));',
        'features/submission/outbox/send-entry.test.ts',
      ],
      'A later attempt replaces the failure on the screen before it has succeeded': [
        "if (outcome.kind === 'failed' && !(quiet && outcome.again)) {",
        "if (outcome.kind === 'failed') {",
      ],
    },
  ),
  ...within(
    'src/platform/api.ts',
    ['features/platform/foreign-answers.test.ts', 'features/submission/outbox/send-entry.test.ts'],
    {
      'A block page decides over a confirmed application': ['if (!isOurs(error)) return true;', ''],
    },
  ),
  ...within('src/platform/connection.ts', 'features/platform/connection.test.ts', {
    'The sign-in page of a Wi-Fi counts as our server': [
      "return answer.ok && typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok';",
      'return answer.ok || body === undefined;',
    ],
  }),
  ...within('src/features/documents/arrivals.ts', 'features/submission/outbox/send-entry.test.ts', {
    'A document exchanged after confirming goes along': [
      'const changed = confirmed.filter((one) => !isConfirmed(one, documents[one.slot]));',
      'const changed = confirmed.filter((one) => !isConfirmed(one, documents[one.slot]) && one.size < 0);',
    ],
    'A document of the same size with other content that was exchanged after confirming goes along': [
      'if (sha256 && document.sha256) return sha256 === document.sha256;',
      'if (sha256 && document.sha256) return true;',
    ],
    'A document exchanged while the confirmed one was still being read goes along': [
      'return attachment === undefined;',
      'return true;',
    ],
    'A confirmation of the release before, made while a document was still being read, is refused': [
      'return attachment === undefined;',
      'return false;',
    ],
    'A document that is chosen again is refused before its content was read': [
      "if (confirmed.some(({ slot }) => documents[slot]?.state === 'checking')) return undefined;",
      '',
    ],
    'A document attached after confirming goes along': [
      'confirmed.flatMap((one) => toReference(one, documents)) };',
      'Object.keys(documents).flatMap((slot) => toReference({ slot, size: 0 }, documents)) };',
      'features/submission/outbox/at-work.test.ts',
      'features/submission/outbox/withdrawn.test.ts',
      'features/submission/outbox/send-entry.test.ts',
      'features/submission/outbox/outbox.test.ts',
      'features/submission/submission-modal.test.tsx',
    ],
  }),
  ...within(
    'src/features/submission/outbox/send-entry.ts',
    [
      'features/submission/outbox/at-work.test.ts',
      'features/submission/outbox/withdrawn.test.ts',
      'features/submission/outbox/send-entry.test.ts',
      'features/submission/outbox/outbox.test.ts',
      'features/submission/submission-modal.test.tsx',
    ],
    {
      'What the PUT names is not written down before it is sent': [
        'beforePut: (named, sent) => replaceEntry({ ...entry, references: named }, sent),',
        'beforePut: async () => true,',
      ],
      'A repeated PUT names its documents again': [
        'references ? { ok: true, documents: references } : dispatch',
        'dispatch',
      ],
      'An outbox entry whose uploads have ended is refused instead of sent': [
        "if (references && outcome.failure.code === 'UPLOAD_MISMATCH')",
        "if (references && outcome.failure.code === 'NEVER')",
        'features/submission/outbox/send-entry.test.ts',
      ],
      'An entry whose uploads do not get on holds up the next one for ever': [
        'if (performance.now() - since > STUCK_MS) return call();',
        '',
      ],
    },
  ),
  ...within(
    'src/platform/dated-notes.ts',
    ['features/submission/receipt.test.ts', 'features/platform/dated-notes.test.ts'],
    {
      'The names of sent applications never go from the device': [
        'ageOf(at, now) < lifeMs',
        'ageOf(at, now) >= 0 * lifeMs',
      ],
    },
  ),
  ...within('src/features/submission/sent-notes.ts', 'features/submission/receipt.test.ts', {
    "The reference on a receipt is the submission's id where there is an OfferId": [
      'reference: offerId ?? sent.applicationId ?? id',
      'reference: sent.applicationId ?? id',
    ],
    "An agency's receipt does not name the number that it was told to keep": [
      'reference: offerId ?? sent.applicationId ?? id',
      'reference: offerId ?? id',
      'features/submission/receipt.test.ts',
      'features/forms/agency/agency-form.test.tsx',
    ],
    'A later look at a processed submission changes its receipt': [
      'if (sent === undefined || sent.reference !== undefined) return stored;',
      'if (sent === undefined) return;',
    ],
  }),
  ...within(
    'src/features/submission/outbox/follow-sent.ts',
    [
      'features/submission/outbox/at-work.test.ts',
      'features/submission/outbox/withdrawn.test.ts',
      'features/submission/outbox/send-entry.test.ts',
      'features/submission/outbox/outbox.test.ts',
      'features/submission/submission-modal.test.tsx',
    ],
    {
      'The draft of a processed application stays when its form is not open': [
        'if (!isOnScreen(getState(), id, submission.kind)) await dispatch(endDraft(submission));',
        'void [isOnScreen, endDraft];',
      ],
      'The draft of a processed application is removed although another tab has its form open': [
        '    if (!(await dispatch(draftTabs()).hold(submission.id))) return;\n',
        '    void draftTabs;\n',
      ],
      'A draft is removed before its submission is processed': [
        'while (!isProcessed(getState(), id) && !isUnknown(getState(), id)) {',
        'while (known().data === undefined && !isUnknown(getState(), id)) {\n        void isProcessed;',
      ],
      'A submission that the server does not know is followed for ever': [
        'return data === undefined && isNotFound(error);',
        'return data === undefined && isNotFound(error) && error === undefined;',
      ],
    },
  ),
  ...within('src/features/submission/submission-api.ts', 'features/submission/follow-submission.test.ts', {
    'A submission that waits is asked for as often as one that is worked on': [
      "const isBusy = error === undefined && data?.status !== 'error';",
      'const isBusy = error === undefined;',
    ],
    'A processed submission is still asked for': [
      'pollingInterval: isProcessed ? 0 : interval,',
      'pollingInterval: interval,',
    ],
    'A submission is asked for while the page is hidden': [
      'skipPollingIfUnfocused: true,',
      'skipPollingIfUnfocused: false,',
    ],
  }),
  ...within(
    'src/features/submission/outbox/outbox-slice.ts',
    ['features/submission/outbox/outbox.test.ts', 'features/submission/outbox/outbox-region.test.tsx'],
    {
      'A draft that was deleted is still shown in the outbox': [
        'entries: without(state.entries, id),\n      underWay',
        'entries: state.entries,\n      underWay',
      ],
    },
  ),
];
