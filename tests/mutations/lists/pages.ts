import type { Mutation } from '../mutation.ts';

const steps = 'src/features/forms/student/use-steps.ts';
const agents = 'src/features/agents/agent-list.ts';
const agentsApi = 'src/features/agents/agents-api.ts';
const index = 'src/features/agents/agent-index.ts';

const controls = 'src/features/forms/kit/listen-to-controls.ts';

const controlTests = ['tests/features/forms/kit/listen-to-controls.test.ts'];
const wizard = ['tests/features/forms/student/wizard.test.tsx'];
const agentTests = ['agent-list.test.ts', 'agent-index.test.ts', 'search-memory.test.ts', 'agent-search.test.tsx'].map(
  (name) => `tests/features/agents/${name}`,
);

/** The wizard, its controls, the agents' list, and what the page learns from the server. */
export const pages: readonly Mutation[] = [
  {
    rule: 'The step indicator leads forward without validation',
    file: steps,
    find: '(target > step ? void leave(() => goTo(target)) : goTo(target))',
    replace: 'goTo(target)',
    tests: wizard,
  },
  {
    rule: 'A step that is not in order can be left forward',
    file: steps,
    find: 'if (Object.keys(errors).length > 0) return fail(step, errors);',
    replace: 'if (Object.keys(errors).length > 0) fail(step, errors);',
    tests: wizard,
  },
  {
    rule: 'A step that was left in order does not count as completed',
    file: steps,
    find: '      dispatch(stepCompleted(step));\n',
    replace: '      void stepCompleted;\n',
    tests: wizard,
  },
  {
    rule: 'An application is reviewed although an earlier step has ceased to be in order',
    file: steps,
    find: 'if (broken === undefined) return onSubmit(values);',
    replace: 'if (broken === undefined || broken !== undefined) return onSubmit(values);',
    tests: wizard,
  },
  {
    rule: 'What was typed last in a step is not stored when the step is left',
    file: steps,
    find: '    flush();\n    dispatch(stepOpened(target));',
    replace: '    void flush;\n    dispatch(stepOpened(target));',
    tests: wizard,
  },
  {
    rule: 'A step that is not open yet can be clicked',
    file: 'src/features/forms/student/step-indicator.tsx',
    find: "disabled={state === 'pending'}",
    replace: 'disabled={false}',
    tests: wizard,
  },
  {
    rule: 'A new step does not take the focus to its title',
    file: steps,
    find: "element.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });",
    replace: '',
    tests: wizard,
  },
  {
    rule: 'A failed step does not take the focus to its first invalid field',
    file: steps,
    find: 'else focusField(element.current, first, controlId(first));',
    replace: 'void first;',
    tests: wizard,
  },
  {
    rule: 'A failed refresh replaces 10,000 agents by the built-in one',
    file: agentsApi,
    find: "if (answer.data.source === 'fallback' && known !== undefined) return;",
    replace: 'void known;',
    tests: agentTests,
  },
  {
    rule: 'The agent list is fresh for an hour',
    file: agentsApi,
    find: 'AGENTS_FRESH_S = 120;',
    replace: 'AGENTS_FRESH_S = 3600;',
    tests: agentTests,
  },
  {
    rule: "The number of found agents is that of the whole list in 'M of N agents'",
    file: 'src/features/agents/agent-search.tsx',
    find: 'found} of ',
    replace: 'known} of ',
    tests: agentTests,
  },
  {
    rule: 'A refresh may be answered from a cache on the way',
    file: agentsApi,
    find: "headers: { 'Cache-Control': 'no-cache', Pragma: 'no-cache' },",
    replace: 'headers: {},',
    tests: agentTests,
  },
  {
    rule: 'The page does not say that a refresh of the agents has failed',
    file: agents,
    find: 'if (refreshFailed(refresh)) {',
    replace: 'if (refreshFailed(refresh) && offline) {',
    tests: agentTests,
  },
  {
    rule: 'The built-in agent is shown as if it were the list',
    file: agents,
    find: "if (builtIn) return { title: 'Failed to fetch agents', lines: [...statusOf(error), BUILT_IN] };",
    replace: '',
    tests: agentTests,
  },
  {
    rule: 'Agents are not found without their diacritics',
    file: index,
    find: ".replace(/\\p{M}/gu, '')",
    replace: '',
    tests: agentTests,
  },
  {
    rule: 'An agent is found by one of several words',
    file: index,
    find: 'words.every((word) => agent.searched.includes(word))',
    replace: 'words.some((word) => agent.searched.includes(word))',
    tests: agentTests,
  },
  {
    rule: 'A bar in the name of an agent parts it from its country',
    file: index,
    find: "text.replaceAll('|', '/');",
    replace: "text.replaceAll('|', '|');",
    tests: agentTests,
  },
  {
    rule: 'Taking a letter back searches in what more letters had found',
    file: index,
    find: 'one.country === filter.country && text.startsWith(one.text)',
    replace: 'one.country === filter.country && text.length >= 0',
    tests: agentTests,
  },
  {
    rule: 'Typed text is taken in during a press, which a message can move away from under the finger',
    file: controls,
    find: 'timer = setTimeout(() => afterPress(takeInWaiting), PAUSE_MS);',
    replace: 'timer = setTimeout(takeInWaiting, PAUSE_MS);',
    tests: controlTests,
  },
  {
    rule: 'Typed text waits for the end of a press that a menu has swallowed',
    file: controls,
    find: '    pressIsOver();\n',
    replace: '    void pressIsOver;\n',
    tests: controlTests,
  },
  {
    rule: 'What was typed and left before the scripts came is not tidied',
    file: controls,
    find: 'for (const control of left) tidy(control);',
    replace: 'for (const control of left.slice(0, 0)) tidy(control);',
    tests: controlTests,
  },
  {
    rule: 'A half typed word that a reload brought back is rewritten',
    file: controls,
    find: "(readControl(form, name) || '') !== (handlers.known(name) || '')",
    replace: "(readControl(form, name) || '') !== ''",
    tests: controlTests,
  },
];
