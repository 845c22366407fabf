import { describe, expect, it } from 'vitest';
import { countriesOf, indexAgents, readSelection, searchAgents } from '#features/agents/agent-index.ts';
import { makeAgents } from '#mocks/agents/make-agents.ts';

const AGENTS = indexAgents([
  { name: 'Mekong Pathways', country: 'Vietnam', contact: 'Nguyễn Thị Đào', address: '12 Trần Hưng Đạo, Huế' },
  { name: 'Himal Study Centre', country: 'Nepal', contact: 'Sita Gurung', address: '14 New Road, Kathmandu' },
  { name: 'Łódź & Straße Advisers', country: 'Poland', contact: 'Zoë Ærø', address: null },
]);
const found = (text: string, country = '') => searchAgents(AGENTS, { text, country }).map(({ name }) => name);

describe('searching the agents', () => {
  it.each([
    ['name', 'mekong', 'Mekong Pathways'],
    ['country', 'nepal', 'Himal Study Centre'],
    ['contact', 'gurung', 'Himal Study Centre'],
    ['address', 'new road', 'Himal Study Centre'],
  ])('looks at the %s', (_part, text, name) => {
    expect(found(text)).toEqual([name]);
  });
  it('does not care about letter case and diacritics, in the list or in what is typed', () => {
    expect(found('NGUYEN THI DAO')).toEqual(['Mekong Pathways']);
    expect(found('nguyễn')).toEqual(['Mekong Pathways']);
    expect(found('huế')).toEqual(['Mekong Pathways']);
    expect(found('hué')).toEqual(['Mekong Pathways']);
  });
  it('knows letters that have no mark to take away', () => {
    expect(found('lodz strasse')).toEqual(['Łódź & Straße Advisers']);
    expect(found('aero')).toEqual(['Łódź & Straße Advisers']);
  });
  it('finds words in any order and place', () => {
    expect(found('road himal')).toEqual(['Himal Study Centre']);
  });
  it('keeps to the chosen country', () => {
    expect(found('', 'Vietnam')).toEqual(['Mekong Pathways']);
    expect(found('himal', 'Vietnam')).toEqual([]);
  });
  it('shows all when nothing is typed', () => {
    expect(found('  ')).toHaveLength(3);
  });
  it('takes characters of patterns as they are', () => {
    expect(found('.*')).toEqual([]);
    expect(found('(')).toEqual([]);
    expect(found('&')).toEqual(['Łódź & Straße Advisers']);
  });
});

describe('the list behind the selector', () => {
  it("keeps each agent as 'name|country'", () => {
    expect(AGENTS[1]?.value).toBe('Himal Study Centre|Nepal');
  });
  it('never has a bar in a name or an empty part, so that every choice is a valid answer', () => {
    const [agent] = indexAgents([{ name: 'A|B', country: ' ' }]);
    expect(agent?.value).toBe('A/B|Not specified');
  });
  it('shows entries that look the same once, and drops one without a name', () => {
    const twin = { name: 'Twin', country: 'India', contact: 'Asha', address: 'MG Road' };
    expect(indexAgents([twin, { ...twin }, { name: '  ' }])).toHaveLength(1);
  });
  it('keeps two offices of one agency', () => {
    const office = { name: 'Twin', country: 'India', contact: 'Asha' };
    const offices = [
      { ...office, address: 'Pune' },
      { ...office, address: 'Kochi' },
    ];
    expect(indexAgents(offices)).toHaveLength(2);
  });
  it('names each country once, in alphabetical order', () => {
    expect(countriesOf(indexAgents([...makeAgents(40), ...makeAgents(40, 2)]))).toEqual(
      [...new Set(makeAgents(40).map(({ country }) => country))].sort(),
    );
  });
  it('reads a choice back into name and country', () => {
    expect(readSelection('Himal Study Centre|Nepal')).toEqual({ name: 'Himal Study Centre', country: 'Nepal' });
    expect(readSelection('')).toBeUndefined();
  });
});
