import { Kind, visit } from 'graphql';
import type {
  DirectiveNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionNode,
  ValueNode,
} from 'graphql';
import type { VariableValues } from './variables.ts';

type Definition = OperationDefinitionNode | FragmentDefinitionNode;

/** Names of the variables that `@skip` and `@include` depend on. */
export function conditionsOf(definitions: readonly Definition[]): string[] {
  const names = new Set<string>();
  for (const definition of definitions) {
    visit(definition, {
      Directive(directive) {
        const condition = conditionOf(directive);
        if (condition?.kind === Kind.VARIABLE) names.add(condition.name.value);
      },
    });
  }
  return [...names].sort();
}

/** The definition without `@skip` and `@include`, and without the selections that they exclude. */
export function applyConditions<Node extends Definition>(definition: Node, variables: VariableValues): Node {
  const apply = <Selection extends SelectionNode>(selection: Selection): Selection | null | undefined => {
    if (!hasConditions(selection)) return undefined;
    if (!isSelected(selection, variables)) return null;
    return {
      ...selection,
      directives: (selection.directives ?? []).filter((directive) => !conditionOf(directive)),
    };
  };
  return visit(definition, { Field: apply, FragmentSpread: apply, InlineFragment: apply });
}

/** Whether a selection may depend on the variables. */
export const hasConditions = ({ directives }: SelectionNode): boolean =>
  directives?.some(conditionOf) ?? false;

export const isSelected = ({ directives }: SelectionNode, variables: VariableValues): boolean =>
  directives?.every((directive) => isIncluded(directive, variables)) ?? true;

function isIncluded(directive: DirectiveNode, variables: VariableValues): boolean {
  const condition = conditionOf(directive);
  if (!condition) return true;
  const isTrue =
    condition.kind === Kind.VARIABLE
      ? variables[condition.name.value] === true
      : condition.kind === Kind.BOOLEAN && condition.value;
  return directive.name.value === 'include' ? isTrue : !isTrue;
}

function conditionOf(directive: DirectiveNode): ValueNode | undefined {
  if (directive.name.value !== 'skip' && directive.name.value !== 'include') return undefined;
  return directive.arguments?.find((argument) => argument.name.value === 'if')?.value;
}
