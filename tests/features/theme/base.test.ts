// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { describe, expect, it } from 'vitest';
import { base } from '#app/theme/base.ts';
import { system } from '#app/theme/system.ts';

type Utilities = NonNullable<typeof base.utilities>;
const shorthandsOf = (utilities: Utilities) => Object.values(utilities).flatMap((one) => one.shorthand ?? []);
const namesOf = (utilities: Utilities = {}) => new Set([...Object.keys(utilities), ...shorthandsOf(utilities)]);

const ours = namesOf(base.utilities);
/** What only Chakra's whole base would understand: `mt`, `boxSize`, `srOnly` and their like. */
const foreign = [...namesOf(defaultBaseConfig.utilities)].filter(
  (name) => !ours.has(name) && !system.isValidProperty(name),
);
const sources = globSync('src/**/*.{ts,tsx}').filter((file) => readFileSync(file, 'utf8').includes('@chakra-ui/react'));

describe('the theme base', () => {
  it('has every utility and shorthand that a recipe uses', () => {
    const used = sources.flatMap((file) => {
      const words = new Set(readFileSync(file, 'utf8').match(/(?<=^|[\s{(])[a-zA-Z]+(?=: |=[{"])/gm));
      return foreign.filter((name) => words.has(name)).map((name) => `${file}: ${name}`);
    });
    expect(used).toEqual([]);
  });
  it('hides words from eyes, not from screen readers', () => {
    expect(system.css({ srOnly: true })).toMatchObject({ position: 'absolute', clipPath: 'inset(50%)' });
  });
  it('has every condition that a recipe uses', () => {
    const known = new Set(system.conditions.keys());
    const used = sources.flatMap((file) => [...(readFileSync(file, 'utf8').match(/\b_[a-z]\w*(?=: \{)/gi) ?? [])]);
    expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([]);
  });
  it('brings every token to its property, negative spacing and shorthands included', () => {
    expect(system.css({ bg: 'paper', px: '2', marginTop: '-1', width: 'form', boxShadow: 'raised' })).toEqual({
      background: 'var(--form-colors-paper)',
      paddingInline: 'var(--form-spacing-2)',
      marginTop: 'calc(var(--form-spacing-1) * -1)',
      width: 'var(--form-sizes-form)',
      boxShadow: 'var(--form-shadows-raised)',
    });
  });
});
