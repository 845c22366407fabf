import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** The wizard, its controls, the agents' list, and what the page learns from the server. */
export const pages: readonly Mutation[] = [
  ...within('src/features/forms/student/step-navigation.ts', 'features/forms/student/wizard.test.tsx', {
    'The step indicator leads forward without validation': [
      '(target > step ? void leave(() => goTo(target)) : goTo(target))',
      'goTo(target)',
    ],
    'A step that is not in order can be left forward': [
      'if (Object.keys(errors).length > 0) return fail(step, errors);',
      'if (Object.keys(errors).length > 0) fail(step, errors);',
    ],
    'A step that was left in order does not count as completed': [
      '      dispatch(stepCompleted(step));\n',
      '      void stepCompleted;\n',
    ],
    'An application is reviewed although an earlier step has ceased to be in order': [
      'if (broken === undefined) return onSubmit(values);',
      'if (broken === undefined || broken !== undefined) return onSubmit(values);',
    ],
    'What was typed last in a step is not stored when the step is left': [
      '    flush();\n    dispatch(stepOpened(target));',
      '    void flush;\n    dispatch(stepOpened(target));',
    ],
    'A new step does not take the focus to its title': [
      "element.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });",
      '',
    ],
    'A failed step does not take the focus to its first invalid field': [
      'else focusField(element.current, first, controlId(first));',
      'void first;',
    ],
  }),
  ...within('src/features/forms/student/step-indicator.tsx', 'features/forms/student/wizard.test.tsx', {
    'A step that is not open yet can be clicked': ["disabled={state === 'pending'}", 'disabled={false}'],
  }),
  ...within(
    'src/features/agents/agents-api.ts',
    [
      'features/agents/agent-list.test.ts',
      'features/agents/agent-index.test.ts',
      'features/agents/search-memory.test.ts',
      'features/agents/agent-search.test.tsx',
    ],
    {
      'A failed refresh replaces 10,000 agents by the built-in one': [
        "if (answer.data.source === 'fallback' && known !== undefined) return;",
        'void known;',
      ],
      'The agent list is fresh for an hour': ['AGENTS_FRESH_S = 120;', 'AGENTS_FRESH_S = 3600;'],
      'A refresh may be answered from a cache on the way': [
        "headers: { 'Cache-Control': 'no-cache', Pragma: 'no-cache' },",
        'headers: {},',
      ],
    },
  ),
  ...within(
    'src/features/agents/agent-search.tsx',
    [
      'features/agents/agent-list.test.ts',
      'features/agents/agent-index.test.ts',
      'features/agents/search-memory.test.ts',
      'features/agents/agent-search.test.tsx',
    ],
    {
      "The number of found agents is that of the whole list in 'M of N agents'": ['found} of ', 'known} of '],
    },
  ),
  ...within(
    'src/features/agents/agent-list.ts',
    [
      'features/agents/agent-list.test.ts',
      'features/agents/agent-index.test.ts',
      'features/agents/search-memory.test.ts',
      'features/agents/agent-search.test.tsx',
    ],
    {
      'The page does not say that a refresh of the agents has failed': [
        'if (refreshFailed(refresh)) {',
        'if (refreshFailed(refresh) && offline) {',
      ],
      'The built-in agent is shown as if it were the list': [
        "if (builtIn) return { title: 'Failed to fetch agents', lines: [...statusOf(error), BUILT_IN] };",
        '',
      ],
    },
  ),
  ...within(
    'src/features/agents/agent-index.ts',
    [
      'features/agents/agent-list.test.ts',
      'features/agents/agent-index.test.ts',
      'features/agents/search-memory.test.ts',
      'features/agents/agent-search.test.tsx',
    ],
    {
      'Agents are not found without their diacritics': [".replace(/\\p{M}/gu, '')", ''],
      'An agent is found by one of several words': [
        'words.every((word) => agent.searched.includes(word))',
        'words.some((word) => agent.searched.includes(word))',
      ],
      'A bar in the name of an agent parts it from its country': [
        "text.replaceAll('|', '/');",
        "text.replaceAll('|', '|');",
      ],
      'Taking a letter back searches in what more letters had found': [
        'one.country === filter.country && text.startsWith(one.text)',
        'one.country === filter.country && text.length >= 0',
      ],
    },
  ),
  ...within('src/features/forms/kit/listen-to-controls.ts', 'features/forms/kit/listen-to-controls.test.ts', {
    'Typed text is taken in during a press, which a message can move away from under the finger': [
      'timer = setTimeout(() => afterPress(takeInWaiting), PAUSE_MS);',
      'timer = setTimeout(takeInWaiting, PAUSE_MS);',
    ],
    'Typed text waits for the end of a press that a menu has swallowed': [
      '    pressIsOver();\n',
      '    void pressIsOver;\n',
    ],
    'What was typed and left before the scripts came is not tidied': [
      'for (const control of left) tidy(control);',
      'for (const control of left.slice(0, 0)) tidy(control);',
    ],
    'A half typed word that a reload brought back is rewritten': [
      "(readControl(form, name) || '') !== (handlers.known(name) || '')",
      "(readControl(form, name) || '') !== ''",
    ],
  }),
];
