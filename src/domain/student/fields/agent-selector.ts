/**
 * The agent selector, asked in step 1 of the agent variant and in step 4 of the direct one (contract §7 "Routing").
 * Its answer is 'agent name|country'; any such pair is right, since the list moves.
 */
export const agentSelector = {
  kind: 'agent',
  label: 'Agent',
  autoComplete: 'off',
  required: 'Please select an agent',
  rules: [{ test: 'nameAndCountry', message: 'Invalid agent selection format' }],
} as const;
