import { describe, expect, it } from 'vitest';
import { cachedSearch, indexAgents, searchAgents } from '#features/agents/agent-index.ts';
import { makeAgents } from '#mocks/agents/make-agents.ts';

const AGENTS = indexAgents(makeAgents(500));

describe('a search that remembers', () => {
  it('finds at every key what a search from the beginning finds, while a text grows, shrinks and is replaced', () => {
    const search = cachedSearch(AGENTS);
    const texts = ['n', 'ng', 'ngu', 'ng', 'n', '', 'road', 'road n', 'road', 'x', 'sao paulo', 'SAO', 'são p', '12'];
    for (const country of ['', 'Nepal', '']) {
      for (const text of texts) {
        expect(search({ text, country }), `'${text}' in '${country}'`).toEqual(searchAgents(AGENTS, { text, country }));
      }
    }
  });
  it('gives back the same list when a letter is taken back', () => {
    const search = cachedSearch(AGENTS);
    const first = search({ text: 'ro', country: '' });
    search({ text: 'roa', country: '' });
    expect(search({ text: 'ro', country: '' })).toBe(first);
  });
});
