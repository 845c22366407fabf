import { SUBMITTED_STATUS } from '../codes/course.ts';
import { answerText } from '../form/typed-text.ts';
import type { VisibleAnswers } from '../form/visible.ts';
import { type AttachedFile, answerParts, type MultipartFields, yesOrNo } from '../payload/multipart.ts';
import { AGENT_INTRODUCTION } from './documents.ts';

export interface AgentFlowFacts {
  /** ISO date-time. */
  readonly submissionDate: string;
  readonly documents: readonly AttachedFile[];
}

/** The text parts for the agent automation flow (R9.14); the file is the part `AGENT_INTRODUCTION.part`. */
export function toAgentFlow(answers: VisibleAnswers, { submissionDate, documents }: AgentFlowFacts): MultipartFields {
  const introduction = documents.find((document) => document.slot === AGENT_INTRODUCTION.slot);
  return [
    ['title', answerText(answers.agentApplicationId)],
    ...answerParts(answers, 'agencyName', 'contactPerson', 'primaryEmail', 'alternateEmail', 'tel', 'country'),
    ...answerParts(answers, 'address', 'cityTownSuburb', 'stateProvince', 'postcode'),
    ['acn', withoutSpaces(answers.acn)],
    ['abn', withoutSpaces(answers.abn)],
    ['targetRecruitmentCountryPrimary', answerText(answers.targetRecruitmentCountry)],
    ['submissionDate', submissionDate],
    ['status', SUBMITTED_STATUS],
    ['hasFiles', String(documents.length > 0)],
    ['fileCount', String(documents.length)],
    ['hasAgentIntroduction', String(introduction !== undefined)],
    ['Agent Profile', yesOrNo(introduction !== undefined)],
    ['Agent Introduction', yesOrNo(introduction !== undefined)],
    ...nameParts(introduction?.name ?? ''),
  ];
}

/** A file's name, its extension without the dot, and the name without extension. */
function nameParts(name: string): MultipartFields {
  const dot = name.lastIndexOf('.');
  const [nameOnly, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, ''];
  const { part } = AGENT_INTRODUCTION;
  return [
    [`${part}_name`, name],
    [`${part}_extension`, extension],
    [`${part}_nameOnly`, nameOnly],
  ];
}

/** ACN and ABN may be typed with spaces, and are sent without. */
function withoutSpaces(answer: unknown): string {
  return answerText(answer).replaceAll(' ', '');
}
