import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** What is typed: kept, saved, brought back, ended, and never another's. */
export const drafts: readonly Mutation[] = [
  ...within('src/features/drafts/draft.ts', ['features/drafts/expiry.test.ts', 'features/drafts/draft.test.ts'], {
    'A draft lives 25 hours instead of 24': ['DRAFT_LIFE_MS = DAY_MS;', 'DRAFT_LIFE_MS = DAY_MS + 3_600_000;'],
    'A draft whose 24 hours end at this very moment is still there': [
      'ageOf(draft.changedAt, now) >= DRAFT_LIFE_MS',
      'ageOf(draft.changedAt, now) > DRAFT_LIFE_MS',
    ],
    'Of two copies of a draft the older one wins': [
      'return other.revision > one.revision ? other : one;',
      'return other.revision > one.revision ? one : other;',
      'features/drafts/draft.test.ts',
      'features/drafts/draft-database.test.ts',
    ],
    'A draft of the first saved shape cannot be read any more': [
      '    if (migrate === undefined) return undefined;',
      '    if (migrate !== undefined) return undefined;\n    if (migrate === undefined) return state;',
      'features/drafts/draft.test.ts',
      'features/drafts/saved-states.test.ts',
    ],
    'A draft dated after this moment is kept at that time, and so lives for longer than its 24 hours': [
      'const changedAt = possibleTime(draft.changedAt, now);',
      'const changedAt = draft.changedAt;',
      'features/drafts/draft-database.test.ts',
      'features/drafts/expiry.test.ts',
      'features/drafts/draft.test.ts',
    ],
    'A draft with an end that no date can show is read': [
      'v.minValue(0), v.maxValue(LATEST_MOMENT)',
      'v.minValue(0)',
      'features/drafts/draft.test.ts',
      'features/drafts/mutated-states.test.ts',
    ],
  }),
  ...within(
    'src/features/drafts/application-slice.ts',
    ['features/drafts/application-slice.test.ts', 'features/drafts/saving.test.ts'],
    {
      '"Keep it another 24 hours" keeps nothing': [
        '.addCase(events.draftKept, (state, { payload }) => changed(state, { changedAt: payload.at }))',
        '.addCase(events.draftKept, (state) => changed(state, {}))',
        'features/drafts/application-slice.test.ts',
        'features/drafts/draft-actions.test.ts',
        'features/drafts/expiry.test.ts',
      ],
      'A tab that only reads a draft changes it': [
        'if (state.draft === null || state.elsewhere) return state;\n  const draft: Draft',
        'if (state.draft === null) return state;\n  const draft: Draft',
        'features/drafts/read-only-tab.test.ts',
        'features/drafts/application-slice.test.ts',
        'features/drafts/saving.test.ts',
      ],
      'A change does not count the revision up': [
        'revision: state.draft.revision + 1 }',
        'revision: state.draft.revision }',
      ],
      '"Saved" is shown while an older revision has reached the disk': [
        "const caughtUp = payload.revision === state.draft.revision && state.save.state !== 'unsaved';",
        "const caughtUp = state.save.state !== 'unsaved';",
      ],
      '"Saved" is shown while the person is typing': [
        "const caughtUp = payload.revision === state.draft.revision && state.save.state !== 'unsaved';",
        'const caughtUp = payload.revision === state.draft.revision;',
      ],
      'A draft that another tab has taken over unsaved is said to be saved': [
        "state: behind ? 'failed' : 'saved', reason }",
        "state: 'saved', reason }",
      ],
    },
  ),
  ...within(
    'src/features/drafts/application-slice.ts',
    ['features/drafts/application-slice.test.ts', 'features/drafts/expiry.test.ts'],
    {
      'Typing does not renew the 24 hours': [
        'answers: { ...state.draft?.answers, ...payload.changes }, changedAt: payload.at }',
        'answers: { ...state.draft?.answers, ...payload.changes } }',
      ],
      'Attaching a document does not renew the 24 hours': [
        'state.draft?.id === payload.draftId ? changed(state, { changedAt: payload.at }) : state',
        'state.draft?.id === payload.draftId ? changed(state, {}) : state',
      ],
      'An expired draft that is not open closes the one that is': [
        'state.draft?.id === id ? closed(state) : state;',
        'closed(state);',
      ],
    },
  ),
  ...within('src/features/drafts/application-slice.ts', 'features/drafts/application-slice.test.ts', {
    'A document attached to another draft counts as a change of the open one': [
      'state.draft?.id === payload.draftId ? changed(state, { changedAt: payload.at }) : state',
      'changed(state, { changedAt: payload.at })',
    ],
    'A draft that was saved counts as the save of the one that is open': [
      'if (state.draft?.id !== payload.id) return state;',
      'if (state.draft === null) return state;',
    ],
    'What could not be saved counts as saved once its draft is opened again': [
      "save: { ...SETTLED, state: isAhead ? 'unsaved' : 'saving' } };",
      "save: { ...state.save, state: isAhead ? 'unsaved' : 'saving' } };",
    ],
  }),
  ...within('src/features/drafts/drafts-slice.ts', 'features/drafts/expiry.test.ts', {
    'The list says another end of the 24 hours than that which attaching a document has given them': [
      'noted(state, { ...summary, changedAt: at, slots })',
      'noted(state, { ...summary, slots })',
    ],
  }),
  ...within(
    'src/features/drafts/draft-database.ts',
    ['features/drafts/draft-database.test.ts', 'features/drafts/saving.test.ts'],
    {
      'An older revision is written over a newer one on the disk': [
        'if (kept !== undefined && revisionOf(kept) > draft.revision) throw new DraftOvertaken();',
        '',
      ],
      'A full device is not named as the reason why saving failed': [
        "if (name === 'QuotaExceededError')",
        "if (name === 'QuotaExceeded')",
      ],
      'An unreadable saved state is dropped instead of set aside': [
        'for (const one of broken) await setAside(one, now);',
        'for (const one of broken) await deleteAll(one.id, { confirmedToo: true });',
        'features/drafts/draft-database.test.ts',
        'features/drafts/mutated-states.test.ts',
      ],
      'The copy made on leaving is not read when a draft is opened': [
        'const draft = newerOf(kept, readCopy(id)?.draft);',
        'const draft = kept;',
      ],
      'Drafts are listed with the oldest first': [
        'other.changedAt - one.changedAt),',
        'one.changedAt - other.changedAt),',
        'features/drafts/draft-database.test.ts',
        'features/drafts/your-applications.test.tsx',
      ],
      'A deleted draft leaves the bytes of its documents on the device': [
        'await files.delete(ofDraft(id));',
        '',
        'features/drafts/draft-database.test.ts',
        'features/drafts/draft-actions.test.ts',
      ],
      'A draft brought back after its deletion has no documents': [
        "for (const document of documents) await transaction.objectStore('documents').put(document);",
        '',
        'features/drafts/draft-actions.test.ts',
        'features/drafts/draft-database.test.ts',
      ],
      'A draft that a tab at work has open is removed by another as too old, with what is typed there': [
        ' || (await isOwnerAwake(id))) return false;',
        ' || ((await isOwnerAwake(id)) && false)) return false;',
        'features/model/found-time.test.ts',
      ],
      'What a later version of the page has saved is removed as too old by one that cannot read how old it is': [
        'if (!confirmedToo && (hasLaterVersionLeft(id) || isOfLaterVersion(await drafts.get(id)))) return false;',
        '',
        'features/model/found-releases.test.ts',
      ],
    },
  ),
  ...within('src/features/drafts/draft-database.ts', 'features/drafts/draft-database.test.ts', {
    'What a newer version of the page has saved is overwritten': [
      'readDraft(saved)?.revision ?? Number.POSITIVE_INFINITY',
      'readDraft(saved)?.revision ?? -1',
    ],
    'An unreadable draft that is opened is not set aside': [
      'if (saved !== undefined && kept === undefined) await setAside({ id, value: saved }, now);',
      '',
    ],
    'The copies made on leaving are not read at the next visit': [
      'for (const { id, value, draft } of readCopies()) take(id, value, draft);',
      '',
    ],
    'A deleted draft leaves what was set aside under its id on the device': [
      'if ((await quarantine.get(key))?.draftId === id) await quarantine.delete(key);',
      'if ((await quarantine.get(key))?.draftId === "") await quarantine.delete(key);',
    ],
    'A draft is saved over less than the copy that a later version of the page has left of it': [
      'if (hasLaterVersionLeft(draft.id)) throw new DraftOvertaken();',
      '',
    ],
  }),
  ...within(
    'src/features/drafts/draft-database.ts',
    ['features/drafts/expiry.test.ts', 'features/drafts/draft-database.test.ts'],
    {
      'An application that waits to be sent is thrown away when its 24 hours are over': [
        'const isOver = isExpired(draft, now) && !confirmed.has(draft.id);\n    if (!isOver) living.push(await withTimesRewritten(draft, now));\n    else if (await deleteExpired(draft, now))',
        'const isOver = isExpired(draft, now);\n    if (!isOver) living.push(await withTimesRewritten(draft, now));\n    else if (await deleteAll(draft.id, { confirmedToo: true }))',
      ],
      'A draft that is confirmed while its time runs out is thrown away': [
        'if (!confirmedToo && (await waitingIds(outbox)).has(id)) return false;',
        '',
      ],
    },
  ),
  ...within(
    'src/features/drafts/save-draft.ts',
    ['features/drafts/read-only-tab.test.ts', 'features/drafts/saving.test.ts', 'features/drafts/autosave.test.ts'],
    {
      'An overtaken draft is reported as a failure of the disk': [
        'if (failure instanceof DraftOvertaken) dispatch(events.draftTakenOver(id));\n      else dispatch',
        'dispatch',
        'features/drafts/read-only-tab.test.ts',
        'features/drafts/saving.test.ts',
      ],
      'A tab that only reads a draft overwrites it on leaving': [
        'isUnsavedHere(application) && keepCopy(application.draft)',
        'keepCopy(application.draft)',
      ],
      'A tab that only reads a draft keeps saving it': [
        "return !elsewhere && (revision > save.savedRevision || save.state === 'saving');",
        "return elsewhere || revision > save.savedRevision || save.state === 'saving';",
        'features/drafts/read-only-tab.test.ts',
        'features/drafts/saving.test.ts',
        'features/drafts/tabs.test.ts',
      ],
      'What changes while a page that is shown again looks at the disk is not saved': [
        "if (application.save.state === 'saving' && isBehind(application)) dispatch(events.saveRetried());",
        '',
        'features/model/way-back.test.ts',
      ],
      'A save that failed is not tried again': [
        "if (getState().application.save.state === 'failed') dispatch(events.saveRetried());",
        '',
        'features/drafts/autosave.test.ts',
        'features/drafts/saving.test.ts',
      ],
      'The page saves automatically every five minutes instead of every 30 seconds': [
        'AUTOSAVE_MS = 30_000',
        'AUTOSAVE_MS = 300_000',
        'features/drafts/autosave.test.ts',
      ],
      'What was typed last is not taken in before another draft takes its place': [
        '  for (const takeIn of forms) takeIn();',
        '  void forms;',
        'features/drafts/saving.test.ts',
      ],
      'What was still to be written of a draft brings it back after it was deleted': [
        'if (dispatch(isRemoved(draft.id))) return;',
        'void isRemoved;',
        'features/model/found-tabs.test.ts',
      ],
    },
  ),
  ...within('src/features/drafts/orphans.ts', 'features/drafts/orphans.test.ts', {
    'A document is an orphan although a page may be about to save its draft': [
      'if ([...records, ...pages].some(({ at = now }) => ageOf(at, now) < DRAFT_LIFE_MS)) return;',
      '',
    ],
  }),
  ...within('src/features/drafts/draft-copy.ts', 'features/drafts/draft-database.test.ts', {
    "A copy under another draft's name is taken for that draft": [
      'return { id, value, ...(draft?.id === id && { draft }) };',
      'return { id, value, ...(draft && { draft }) };',
    ],
    'A copy that is newer than what was saved is removed by that save': [
      'if (copy === undefined || (copy.draft?.revision ?? 0) > savedRevision) return;',
      'if (copy === undefined) return;',
      'features/drafts/draft-database.test.ts',
      'features/drafts/saving.test.ts',
    ],
    'A copy that a page leaves replaces the later one of another tab': [
      'if ((readCopy(draft.id)?.draft?.revision ?? 0) > draft.revision) return false;',
      'void readCopy;',
      'features/model/way-back.test.ts',
    ],
    'A copy of a later version of the page is removed by one that cannot read it': [
      'if (savedRevision < Number.POSITIVE_INFINITY && hasLaterVersionLeft(id)) return;',
      '',
    ],
    'A copy of a later version of the page is replaced by one that cannot read it': [
      'if (hasLaterVersionLeft(draft.id)) return false;',
      '',
    ],
  }),
  ...within('src/platform/coming-back.ts', ['features/drafts/autosave.test.ts', 'features/drafts/saving.test.ts'], {
    'A page that comes into sight again leaves a copy of what it had before': [
      "document.visibilityState === 'hidden' && run(), options);",
      'run(), options);',
      'features/model/way-back.test.ts',
    ],
    'Nothing is kept when the page is left': ["window.addEventListener('pagehide', run, options);", ''],
    'Nothing is kept when the page is hidden': [
      "window.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && run(), options);",
      '',
    ],
  }),
  ...within('src/features/drafts/back-forward-cache.ts', 'features/model/way-back.test.ts', {
    'A page that is shown again takes for its own what another tab has saved under the same count': [
      'kept.revision > (known?.revision ?? 0)',
      'kept.revision > draft.revision',
    ],
    'A page that is shown again takes for deleted what a later version has saved': [
      'kept === undefined && (await isLeftToLaterVersion(id).catch(() => false))',
      'kept === undefined && (await isLeftToLaterVersion(id).then(() => false))',
      'features/model/found-releases.test.ts',
    ],
    'What could not be saved in a tab is replaced there by what its new owner writes': [
      'if (!isBehind(application) || hasAnswers(draft, application.draft)) dispatch(draftShown(draft));',
      'dispatch(draftShown(draft));',
      'features/drafts/two-tabs.test.ts',
    ],
    'What a page could not keep before it was left is lost once another tab has changed the draft': [
      '...unsavedChanges(before?.answers ?? {}, left.answers, kept.answers),',
      '',
    ],
  }),
  ...within(
    'src/features/drafts/open-draft.ts',
    ['features/drafts/saving.test.ts', 'features/drafts/draft-actions.test.ts'],
    {
      'A draft is read before this tab has it, so that what another one writes in between is taken for nothing': [
        'const isHeld = await dispatch(draftTabs()).hold(id);\n    return { isHeld, draft: await dispatch(findDraft(id)) };',
        'const draft = await dispatch(findDraft(id));\n    return { draft, isHeld: await dispatch(draftTabs()).hold(id) };',
        'features/model/found-tabs.test.ts',
      ],
      'A draft that could not be saved is put away for another one': [
        'if (isUnsavedHere(application)) {',
        'if (isUnsavedHere(application) && false) {',
        'features/drafts/tell-unsaved.test.tsx',
      ],
      'What is typed into the blank first step is replaced by the latest draft': [
        '|| !isWanted() || typedIntoBlank(getState());',
        '|| !isWanted();',
        'features/drafts/saving.test.ts',
      ],
      'A draft is opened although another one was asked for since': [
        'if (there || wanted === undefined || !isWanted() ||',
        'if (there || wanted === undefined ||',
      ],
      'A draft that was deleted while it was being read is opened all the same': [
        '!isWanted() || dispatch(isRemoved(id))) {',
        '!isWanted()) {',
        'features/model/found-tabs.test.ts',
      ],
      'A draft of which the copy has more is not written when it is opened': [
        'if (!getState().application.elsewhere && readCopy(draft.id) !== undefined) dispatch(events.draftUnsaved());',
        '',
      ],
      'A draft without any typing stays in the list': [
        'dispatch(draft.revision === 0 ? events.draftDeleted(draft.id) : events.draftParked());',
        'dispatch(events.draftParked());',
      ],
      "A reload brings back another tab's draft, the latest one": [
        'Number(other.id === last) - Number(one.id === last) || other.changedAt - one.changedAt',
        'other.changedAt - one.changedAt',
      ],
    },
  ),
  ...within(
    'src/features/drafts/open-draft.ts',
    ['features/drafts/two-tabs.test.ts', 'features/drafts/tabs.test.ts', 'features/drafts/saving.test.ts'],
    {
      'A draft that another tab owns can be changed here': [
        'dispatch(isHeld && isNotGiven(draft.id) ? events.draftRestored(draft) : events.draftShown(draft));',
        'dispatch(events.draftRestored(draft));',
      ],
      'The lock of a draft that was put away is kept': [
        '  dispatch(draftTabs()).release(draft.id);\n  noteOpenDraft(null);',
        '  noteOpenDraft(null);',
      ],
    },
  ),
  ...within('src/features/drafts/list-drafts.ts', 'features/model/way-back.test.ts', {
    'What is typed into a page shown again after a day is removed, since the disk has the draft as too old': [
      'const goesOn = dispatch(isTypedInto(draft.id));',
      'const goesOn = isTypedInto === undefined;',
    ],
  }),
  ...within('src/features/drafts/expiry.ts', 'features/drafts/expiry.test.ts', {
    'What is typed while the disk removes an old draft goes with it': [
      'dispatch(dispatch(isTypedIntoSince(id, now)) ? beginAnewWithTyped() : endOne(summary));',
      'dispatch(isTypedIntoSince === undefined ? beginAnewWithTyped() : endOne(summary));',
      'features/model/way-back.test.ts',
    ],
    'A draft whose time is up stays on the screen': [': endOne(summary));', ': async () => void endOne);'],
    'A draft that another tab has changed since is removed as expired': [
      'return loadDraft(id, now).catch(() => undefined);',
      'return undefined;',
    ],
    'The clock is not looked at when the page is shown again': ['whenSeenAgain(look, { signal: ending.signal });', ''],
  }),
  ...within('src/features/drafts/tabs.ts', 'features/drafts/tabs.test.ts', {
    'A draft that a stopped tab has open never ends, since its answer is not waited for': [
      'resolve(false), channel ? LET_GO_MS : 0',
      'resolve(true), channel ? LET_GO_MS : 0',
      'features/model/found-tabs.test.ts',
    ],
    "Another tab's lock on a draft is not respected": ['resolve(lock !== null);', 'resolve(true);'],
    'A tab that does not let go keeps the draft for ever': [
      '.catch(() => request(id, { steal: true }))',
      '.catch(() => {})',
    ],
    'A tab releases a draft before it has written it': [
      'await hooks.onWanted(id);\n        return release(id);',
      'release(id);\n        return hooks.onWanted(id);',
    ],
    'A tab whose draft was taken does not hear of it': [
      'if (held.delete(id)) hooks.onLost(id);',
      'if (held.delete(id)) void hooks;',
    ],
    'A message that this version does not know is taken for a deletion': [
      '// Another version of the page may send other messages.\n      default:',
      'default:\n        return hooks.onNotice(data as never);',
    ],
  }),
  ...within(
    'src/features/drafts/connect-tabs.ts',
    ['features/drafts/two-tabs.test.ts', 'features/drafts/saving.test.ts', 'features/drafts/tabs.test.ts'],
    {
      'A tab that is asked for its draft releases it without writing it': [
        '      await dispatch(settleDraft());\n      dispatch(becomeReader(id));',
        '      dispatch(becomeReader(id));',
      ],
    },
  ),
  ...within(
    'src/features/drafts/remove-draft.ts',
    ['features/drafts/two-tabs.test.ts', 'features/drafts/tabs.test.ts', 'features/drafts/draft-actions.test.ts'],
    {
      'Other tabs do not hear that a draft was deleted': [
        "dispatch(draftTabs()).announce({ type: 'deleted', id });",
        '',
      ],
    },
  ),
  ...within(
    'src/features/drafts/quarantine.ts',
    ['features/drafts/draft-database.test.ts', 'features/drafts/mutated-states.test.ts'],
    {
      'An old set-aside state replaces the draft that is there': [
        'const back = draft?.id === draftId && !isExpired(draft, now) && !isTaken;',
        'const back = draft?.id === draftId && !isExpired(draft, now);',
      ],
      'What was set aside stays for longer than 24 hours': [
        'const old = ageOf(at, now) >= DRAFT_LIFE_MS;',
        'const old = ageOf(at, now) >= 10 * DRAFT_LIFE_MS;',
        'features/drafts/expiry.test.ts',
        'features/drafts/draft-database.test.ts',
      ],
      'What lies apart and can be read again does not come back': [
        'if (back) await drafts.put(draft);',
        '',
        'features/drafts/draft-database.test.ts',
        'features/drafts/saved-states.test.ts',
      ],
    },
  ),
  ...within('src/features/drafts/draft-actions.tsx', 'features/drafts/draft-actions.test.ts', {
    "A duplicate carries the student's e-mail address along": [
      "['selectedAgent', 'agentName', 'agentEmail', 'howDidYouHearAboutUs']",
      "['selectedAgent', 'agentName', 'agentEmail', 'howDidYouHearAboutUs', 'email']",
    ],
  }),
  ...within(
    'src/platform/database.ts',
    ['features/platform/database.test.ts', 'features/model/found-releases.test.ts'],
    {
      'A page that is open finds nothing any more once a later version has raised that of the database': [
        'if (database.version < OTHERWISE_FROM) return withStores(database);',
        '',
      ],
      'A page saves over a database whose records are kept otherwise': [
        'if (database.version < OTHERWISE_FROM) return withStores(database);',
        'if (database.version > 0) return withStores(database);',
        'features/platform/database.test.ts',
      ],
      'A database that was erased while it was opened as it is comes back without its stores': [
        'if (version === undefined) return takeBack(transaction);',
        '',
        'features/platform/database.test.ts',
      ],
      'A page that is open keeps a later version from raising that of the database': [
        '      lookForErasure();\n      void closeDatabase();',
        '      lookForErasure();',
      ],
    },
  ),
  ...within('src/app/kept-view.ts', 'features/app/kept-view.test.ts', {
    'The view that a page begins in replaces the one that the person opened': ['if (wasPressed) keep();', 'keep();'],
  }),
];
