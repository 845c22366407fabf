import type { Mutation } from '../mutation.ts';

/** Drafts on the device and their tabs. */
export const drafts: readonly Mutation[] = [
  {
    rule: 'A deleted draft leaves the bytes of its documents on the device',
    file: 'src/features/drafts/draft-database.ts',
    find: 'await files.delete(ofDraft(id));',
    replace: '',
    test: 'features/drafts/draft-database.test.ts',
  },
  {
    rule: 'The copy made on leaving is not read when a draft is opened',
    file: 'src/features/drafts/draft-database.ts',
    find: 'const draft = newerOf(kept, readCopy(id)?.draft);',
    replace: 'const draft = kept;',
    test: 'features/drafts/saving.test.ts',
  },
  {
    rule: 'A draft is read before this tab has it, so that what another one writes in between is taken for nothing',
    file: 'src/features/drafts/open-draft.ts',
    find: 'const isOwned = await dispatch(draftTabs()).acquire(id);\n    return { isOwned, draft: await dispatch(findDraft(id)) };',
    replace:
      'const draft = await dispatch(findDraft(id));\n    return { draft, isOwned: await dispatch(draftTabs()).acquire(id) };',
    test: 'features/model/found-tabs.test.ts',
  },
  {
    rule: 'A tab releases a draft before it has written it',
    file: 'src/features/drafts/tabs.ts',
    find: 'await hooks.onWanted(id);\n        return release(id);',
    replace: 'release(id);\n        return hooks.onWanted(id);',
    test: 'features/drafts/tabs.test.ts',
  },
  {
    rule: 'A tab that is asked for its draft releases it without writing it',
    file: 'src/features/drafts/tabs.ts',
    find: 'await dispatch(settleDraft());\n      // The other tab reads the copy if the disk did not accept everything.\n      flushForms();\n      dispatch(copyUnsaved());',
    replace: '',
    test: 'features/drafts/two-tabs.test.ts',
  },
  {
    rule: 'A tab on a full disk keeps no copy for the tab that takes its draft over',
    file: 'src/features/drafts/tabs.ts',
    find: '      dispatch(copyUnsaved());\n      dispatch(becomeReader(id));',
    replace: '      dispatch(becomeReader(id));',
    test: 'features/drafts/two-tabs.test.ts',
  },
  {
    rule: 'Nothing is kept when the page is left',
    file: 'src/platform/page-lifecycle.ts',
    find: "window.addEventListener('pagehide', run, options);",
    replace: '',
    test: 'features/drafts/autosave.test.ts',
  },
  {
    rule: 'What was typed last in a step is not stored when the step is left',
    file: 'src/features/forms/student/step-navigation.ts',
    find: '    flush();\n    dispatch(stepOpened(target));',
    replace: '    void flush;\n    dispatch(stepOpened(target));',
    test: 'features/forms/student/wizard.test.tsx',
  },
  {
    rule: 'An application that waits to be sent is thrown away when its 24 hours are over',
    file: 'src/features/drafts/draft-database.ts',
    find: 'if (!confirmedToo && (await waitingIds(outbox)).has(id)) return false;',
    replace: '',
    test: 'features/drafts/draft-database.test.ts',
  },
  {
    rule: "A duplicate carries the student's e-mail address along",
    file: 'src/features/drafts/draft-actions.tsx',
    find: "['selectedAgent', 'agentName', 'agentEmail', 'howDidYouHearAboutUs']",
    replace: "['selectedAgent', 'agentName', 'agentEmail', 'howDidYouHearAboutUs', 'email']",
    test: 'features/drafts/draft-actions.test.ts',
  },
];
