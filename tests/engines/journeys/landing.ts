import { expect } from 'vitest';
import { startLoopbackProxy } from '../../support/loopback-proxy.ts';
import { saved } from '../support/applicant.ts';
import type { Journey } from '../support/journey.ts';

export const beforeScripts: Journey = {
  title: 'the landing page can be read and step 1 typed into before any script has come, and nothing of it is lost',
  always: true,
  async walk({ person: somebody, product }) {
    const held = Promise.withResolvers<'pass'>();
    const proxy = await startLoopbackProxy(product.url);
    proxy.decide(({ path }) => (/^\/assets\/.*\.js/.test(path) ? held.promise : 'pass'));
    try {
      const person = await somebody();
      await person.tab.go(proxy.url);
      await person.sees({ css: 'h1', name: 'Online Application Form' });
      await person.enter('student-form');
      await person.answers('firstName', 'Ameli');
      expect(await person.count('html[data-adopted]')).toBe(0);
      held.resolve('pass');
      await person.adopted();
      expect(await person.value('firstName')).toBe('Ameli');
      await person.answers('firstName', 'a');
      await saved(person);
      await person.reload();
      await person.until('the name is there again', async () => (await person.value('firstName')) === 'Amelia');
    } finally {
      held.resolve('pass');
      await proxy.close();
    }
  },
};
