import { render } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { takeLooseTexts } from './texts-alone.ts';

interface LineProps {
  readonly name: string;
  readonly isOpen?: boolean;
}

const whatReactDid = () => takeLooseTexts().map((trouble) => /: React (.*?) in /.exec(trouble)?.[1]);

describe('a text of a component is reported', () => {
  test('that changes beside another', () => {
    const Line = ({ name }: LineProps) => <p>Draft of {name}</p>;
    const { rerender } = render(<Line name="Wei" />);
    expect(whatReactDid()).toEqual([]);
    rerender(<Line name="Bo" />);
    expect(whatReactDid()).toEqual(['changes "Wei"']);
  });

  test('that comes and goes beside another, or that something is inserted before', () => {
    const Line = ({ name, isOpen }: LineProps) => (
      <p>
        {isOpen && 'Open. '}
        <b>{name}</b>
        {isOpen && ' (here)'}
      </p>
    );
    const { rerender } = render(<Line name="Wei" />);
    rerender(<Line name="Wei" isOpen />);
    expect(whatReactDid()).toEqual(['inserts "Open. "', 'appends " (here)"']);
    rerender(<Line name="Wei" />);
    expect(whatReactDid()).toEqual(['removes "Open. "', 'removes " (here)"']);
    const After = ({ isOpen }: LineProps) => <p>{isOpen && <b>Open. </b>}Wei</p>;
    const after = render(<After name="" />);
    after.rerender(<After name="" isOpen />);
    expect(whatReactDid()).toEqual(['inserts something before "Wei"']);
  });

  test('that a component gives without an element', () => {
    const Words = ({ name }: LineProps): string => `Draft of ${name}`;
    const Line = (props: LineProps) => (
      <p>
        <Words {...props} />
      </p>
    );
    const { rerender } = render(<Line name="Wei" />);
    rerender(<Line name="Bo" />);
    expect(whatReactDid()).toEqual(['changes "Draft of Wei"']);
  });
});

test('a text with its own element is not reported, however it changes, comes and goes', () => {
  const Line = ({ name, isOpen }: LineProps) => (
    <p>
      Draft of <b>{name}</b>
      {isOpen ? <i>{`open, ${name}`}</i> : <i>{name !== '' && 'closed'}</i>}
      {isOpen && <span> (here)</span>}
    </p>
  );
  const { rerender, unmount } = render(<Line name="Wei" />);
  rerender(<Line name="" isOpen />);
  rerender(<Line name="" />);
  rerender(<Line name="Bo" />);
  unmount();
  expect(whatReactDid()).toEqual([]);
});
