import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { PageShell } from '#components/page.tsx';
import { ProgressBar } from '#components/progress.tsx';
import { FormSection, Panel } from '#components/section.tsx';
import { Skeleton } from '#components/skeleton.tsx';
import { renderThemed } from '../render.tsx';

afterEach(cleanup);

describe('a button', () => {
  it('submits nothing unless told to', () => {
    renderThemed(<Button>Previous</Button>);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).type).toBe('button');
  });
  it('says what it is doing while it works, and cannot be pressed', () => {
    const pressed = vi.fn();
    renderThemed(
      <Button onClick={pressed} busy="Validating...">
        Next
      </Button>,
    );
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Validating...' });
    fireEvent.click(button);
    expect(button.disabled).toBe(true);
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(pressed).not.toHaveBeenCalled();
  });
});

describe('the parts of a page', () => {
  it('a section is a fieldset named by its heading and described by its help', () => {
    renderThemed(
      <FormSection title="Current Address" help="Where you live now.">
        <input />
      </FormSection>,
    );
    const group = screen.getByRole('group', { name: 'Current Address' });
    expect(within(group).getByRole('heading', { level: 3 }).textContent).toBe('Current Address');
    expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Where you live now.',
    );
  });
  it('a panel is a disclosure that is open at first', () => {
    renderThemed(
      <Panel title="Optional Documents" status="none attached">
        CV
      </Panel>,
    );
    expect(document.querySelector('details')?.open).toBe(true);
    expect(document.querySelector('summary')?.textContent).toBe('Optional Documentsnone attached');
  });
  it('a notice interrupts only where it is an alert', () => {
    renderThemed(<Notice kind="error">You are offline</Notice>);
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    renderThemed(
      <Notice kind="error" role="alert">
        You are offline
      </Notice>,
    );
    expect(screen.getByRole('alert').textContent).toBe('You are offline');
  });
  it('a skeleton says what is loading', () => {
    renderThemed(<Skeleton label="Loading agents..." />);
    expect(screen.getByRole('status').textContent).toBe('Loading agents...');
  });
  it('a progress bar has a name, a value and an end', () => {
    renderThemed(<ProgressBar label="Step 2 of 4" value={2} max={4} />);
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Step 2 of 4' });
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['2', '4']);
  });
  it('a page has a title that can take the focus, the way back, and a footer with the copyright year', () => {
    const back = vi.fn();
    renderThemed(
      <PageShell title="Long Course Student Application Form" back={{ label: 'Back to home', onClick: back }}>
        <p>form</p>
      </PageShell>,
    );
    const title = screen.getByRole('heading', { level: 1, name: 'Long Course Student Application Form' });
    expect(title.tabIndex).toBe(-1);
    fireEvent.click(screen.getByRole('button', { name: 'Back to home' }));
    expect(back).toHaveBeenCalledOnce();
    expect(screen.getByText('© 2024 Southbank Institute of Building and Design')).toBeDefined();
  });
});
