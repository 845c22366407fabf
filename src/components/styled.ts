import {
  type RecipeDefinition,
  type RecipeSelection,
  type RecipeVariantRecord,
  type SystemContext,
  useChakraContext,
} from '@chakra-ui/react/styled-system';
import { css, jsx } from '@emotion/react';
import type { ComponentProps, JSX, ReactElement } from 'react';

type Styles = ReturnType<typeof css>;

/**
 * A tag in the styles of a Chakra recipe, for use in place of `chakra(tag, recipe)` where no element has styles of its
 * own: the recipe is worked out once for each choice of variants, where Chakra's factory does it for each element and
 * each rendering, which was a fifth of the scripts of a change of step (docs/decisions/0014-fast-forms.md).
 *
 * @__NO_SIDE_EFFECTS__ unused components are left out of the scripts
 */
export function styled<Tag extends keyof JSX.IntrinsicElements, Variants extends RecipeVariantRecord>(
  tag: Tag,
  recipe: RecipeDefinition<Variants>,
): (props: ComponentProps<Tag> & RecipeSelection<Variants>) => ReactElement {
  const variants = Object.keys(recipe.variants ?? {});
  const worked = new WeakMap<SystemContext, Map<string, Styles>>();

  const stylesOf = (system: SystemContext, selection: Record<string, unknown>): Styles => {
    const bySelection = worked.get(system) ?? new Map<string, Styles>();
    worked.set(system, bySelection);
    const key = JSON.stringify(selection);
    const known = bySelection.get(key);
    if (known !== undefined) return known;
    const styles = css(system.css(system.cva<RecipeVariantRecord>(recipe)(selection)));
    bySelection.set(key, styles);
    return styles;
  };

  return function Styled(props) {
    const system = useChakraContext();
    const selection: Record<string, unknown> = {};
    const rest: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(props)) (variants.includes(name) ? selection : rest)[name] = value;
    return jsx(tag, { ...rest, css: stylesOf(system, selection) });
  };
}
