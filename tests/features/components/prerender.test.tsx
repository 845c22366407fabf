// @vitest-environment node
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { system } from '#app/theme/system.ts';
import { FieldControl } from '#components/field/field-control.tsx';
import { Notice } from '#components/notice.tsx';
import { PageShell } from '#components/page.tsx';
import { ProgressBar } from '#components/progress.tsx';
import { FormSection } from '#components/section.tsx';
import { Toasts } from '#components/toasts.tsx';
import { Landing } from '#features/landing/landing.tsx';
import { sampleField } from './sample-fields.ts';

const kinds = ['text', 'select', 'radio', 'date', 'checkbox', 'hidden'] as const;
const PAGES: Record<string, ReactNode> = {
  landing: <Landing onOpen={() => {}} />,
  form: (
    <PageShell title="Form" back={{ label: 'Back', onClick: () => {} }} head="Mai Nguyen">
      <ProgressBar label="Step 1 of 4" value={1} max={4} />
      <Notice kind="info">English only</Notice>
      <FormSection title="Person">
        {kinds.map((kind) => (
          <FieldControl key={kind} field={sampleField(kind, { name: kind })} error="Please enter" />
        ))}
      </FormSection>
      <Toasts />
    </PageShell>
  ),
};

describe.each(Object.keys(PAGES))('the %s page, prerendered without a browser', (page) => {
  const html = renderToString(<ChakraProvider value={system}>{PAGES[page]}</ChakraProvider>);
  const markup = html.replace(/<style[^>]*>.*?<\/style>/gs, '');

  it('has content', () => {
    expect(markup).toContain('<h1');
  });
  it('has no style attribute and no inline handler, which the content policy would refuse', () => {
    expect(markup).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/);
  });
});
