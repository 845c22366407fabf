import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those with files that take a minute and more, the slowest first. */
const SLOW = ['server', 'browser', 'engines', 'conformance'];

/** Long files first and the short ones last, so that all workers end together. */
export class SlowProjectsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ project }: TestSpecification): number {
  const place = SLOW.indexOf(project.name);
  return place === -1 ? SLOW.length : place;
}
