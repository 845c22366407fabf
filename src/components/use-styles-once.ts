import { type SystemContext, type SystemStyleObject, useChakraContext } from '@chakra-ui/react/styled-system';
import { css } from '@emotion/react';

type Styles = ReturnType<typeof css>;
const worked = new WeakMap<SystemContext, WeakMap<SystemStyleObject, Styles>>();

/**
 * Styles without variants, for the `css` prop of emotion's `jsx`: worked out once for each system, where
 * `chakra(tag, recipe)` does it for each element and each rendering. With sixty fields that was a third of the scripts
 * of a change of step (tests/bench/wizard.bench.ts). The class and its rules are the same.
 *
 * @param base a constant: what has been worked out is found again by its identity
 */
export function useStylesOnce(base: SystemStyleObject): Styles {
  const system = useChakraContext();
  const ofSystem = worked.get(system) ?? new WeakMap<SystemStyleObject, Styles>();
  worked.set(system, ofSystem);
  const styles = ofSystem.get(base) ?? css(system.css(system.cva({ base })({})) as Parameters<typeof css>[0]);
  ofSystem.set(base, styles);
  return styles;
}
