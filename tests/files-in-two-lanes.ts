import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inTwoLanes } from './two-lanes.ts';

/** The order in which Vitest begins the files of a run. */
export class FilesInTwoLanes extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).map((file) => ({
      file,
      project: file.project.name,
      name: file.moduleId.slice(file.project.config.root.length + 1),
    }));
    return inTwoLanes(sorted).map(({ file }) => file);
  }
}
