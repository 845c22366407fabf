import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toAgentFlow } from '#domain/agency/to-agent-flow.ts';
import type { Answers, Form, FormContext } from '#domain/form/form.ts';
import { readAnswers } from '#domain/form/read-answers.ts';
import { reviewSections } from '#domain/form/review.ts';
import { validate, validateStep } from '#domain/form/validate.ts';
import { type VisibleAnswers, visibleAnswers, visibleFields } from '#domain/form/visible.ts';
import type { MultipartFields } from '#domain/payload/multipart.ts';
import { toStudentFlow } from '#domain/short/to-student-flow.ts';
import { checkOffer } from '#domain/student/check-offer.ts';
import { studentForm } from '#domain/student/form.ts';
import { toCricosOffer } from '#domain/student/to-cricos-offer.ts';
import { toWorkflow } from '#domain/student/to-workflow.ts';
import { AGENT, DIRECT } from '../support/applications.ts';
import { FORMS } from '../support/catalogue.ts';
import { HIDDEN, validAnswers } from '../support/valid-answers.ts';

const NOW = new Date('2026-06-15T00:30:00.123Z');
const FACTS = { offerId: 'OFFER_20260615_103000123', now: NOW };
const SUBMISSION = { submissionId: '9b2f4c1e-0d53-4c5a-8f39-6f1f0c1f2a77', submittedAt: NOW.toISOString() };
const FLOW = { submissionDate: NOW.toISOString(), documents: [] };

const workflowOf = (answers: VisibleAnswers) => toWorkflow(toCricosOffer(answers, FACTS), answers, SUBMISSION);
const flowOf = (form: Form, answers: VisibleAnswers): MultipartFields =>
  form.id === 'agent-application' ? toAgentFlow(answers, FLOW) : toStudentFlow(answers, FLOW);
const payloadOf = (form: Form, answers: VisibleAnswers) =>
  form === studentForm ? workflowOf(answers) : flowOf(form, answers);

const SETTINGS = FORMS.flatMap((form) =>
  [DIRECT, AGENT].map((context) => [`${form.id}, ${context.variant}`, form, context] as const),
);

describe.each(SETTINGS)('valid answers to %s', (_, form, context) => {
  const valid = validAnswers(form, context);
  const holds = (property: (answers: Answers) => void) => fc.assert(fc.property(valid, property), { numRuns: 60 });

  test('are valid, step by step and whole, with any hidden answers', () => {
    holds((answers) => {
      expect(validate(form, answers, context)).toEqual({});
      for (const { id } of form.steps) expect(validateStep(form, id, answers, context)).toEqual({});
    });
  });
  test('hidden ones never reach the review or a payload', () => {
    holds((answers) => {
      const visible = visibleAnswers(form, answers, context);
      expect(JSON.stringify(visible)).not.toContain(HIDDEN);
      expect(JSON.stringify(reviewSections(form, answers, context))).not.toContain(HIDDEN);
      expect(JSON.stringify(payloadOf(form, visible))).not.toContain(HIDDEN);
    });
  });
  test('stay valid and visible once the hidden ones are left out', () => {
    holds((answers) => {
      const visible = visibleAnswers(form, answers, context);
      expect(validate(form, visible, context)).toEqual({});
      expect(visibleAnswers(form, visible, context)).toEqual(visible);
    });
  });
  test('survive the way over the wire', () => {
    holds((answers) => {
      const visible = visibleAnswers(form, answers, context);
      expect(readAnswers(form, JSON.parse(JSON.stringify(visible)))).toEqual({ ok: true, answers: visible });
    });
  });
});

describe.each([DIRECT, AGENT])('the mapping of valid answers is total, variant $variant', (context) => {
  const visible = validAnswers(studentForm, context).map((answers) => visibleAnswers(studentForm, answers, context));

  test('the offer passes its own checks and has neither an empty text nor a missing value', () => {
    fc.assert(
      fc.property(visible, (answers) => {
        const offer = toCricosOffer(answers, FACTS);
        expect(checkOffer(offer)).toEqual([]);
        expect(JSON.parse(JSON.stringify(offer))).toEqual(offer);
        expect(JSON.stringify(workflowOf(answers))).not.toContain('""');
      }),
      { numRuns: 60 },
    );
  });
});

describe('any JSON', () => {
  const names = [...new Set(FORMS.flatMap((form) => form.fields.map((field) => field.name)))];
  const anyAnswers = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.jsonValue(), { maxKeys: 40 });
  const contexts: readonly FormContext[] = [DIRECT, AGENT, { ...DIRECT, profile: 'form-library' }];

  test('validate never throws, gives texts by field name, in page order', () => {
    fc.assert(
      fc.property(anyAnswers, fc.constantFrom(...FORMS), fc.constantFrom(...contexts), (answers, form, context) => {
        const errors = validate(form, answers, context);
        const order = visibleFields(form, answers, context).map((field) => field.name);
        expect(Object.keys(errors)).toEqual(order.filter((name) => name in errors));
        expect(Object.values(errors).every((message) => typeof message === 'string' && message !== '')).toBe(true);
      }),
    );
  });
  test('the mappings do not throw either', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        for (const form of FORMS) expect(payloadOf(form, visibleAnswers(form, answers, DIRECT))).toBeDefined();
      }),
      { examples: [[{ selectedIntake: '!', dateOfBirth: '!', listeningScore: '!' }]] },
    );
  });
});
