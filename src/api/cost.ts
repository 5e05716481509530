import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  typeFromAST,
} from 'graphql';
import type {
  FieldNode,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql';
import type { Limits } from '#platform/limits.ts';
import type { Fragments } from './document-checks.ts';
import type { VariableValues } from './variables.ts';

/** What an operation may cost and how large its compiled form would be; both are upper bounds. */
export type CostPlan = {
  /** Points of one execution with these coerced variables. */
  readonly costOf: (variables: VariableValues) => number;
  /** Fields after every fragment is spread and every abstract type is split into its object types. */
  readonly expandedFields: number;
};

/**
 * Everything is summed in parts of a point, so that sums are of whole numbers. An object is what has to be found; its
 * scalars are there with it, and cost what writing them costs.
 */
const PARTS_OF_POINT = 5;
const OBJECT_COST = PARTS_OF_POINT;
const SCALAR_COST = 1;
/** Of `__schema` or `__type`, whatever is selected below: 100 points. */
const INTROSPECTION_COST = 100 * PARTS_OF_POINT;

/** Items that a list without paging arguments is taken to have when its field does not say. */
const LIST_SIZE_DEFAULT = 10;

/**
 * Plans the cost of an operation of a valid document. Each fragment is planned and later evaluated once, however often it is
 * spread, so the work grows with the length of the document and not with what it expands to.
 */
export function planCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
  limits: Limits,
): CostPlan {
  const plan: Plan = { schema, fragments, limits, names: new Map(), evaluations: [] };
  const root = schema.getRootType(operation.operation);
  const sum = root ? planSelections(operation.selectionSet, root, plan) : NOTHING;
  const { evaluations } = plan;
  const fixed = sum.cost;
  if (typeof fixed === 'number') {
    return { costOf: () => pointsOf(fixed), expandedFields: sum.expandedFields };
  }
  return {
    expandedFields: sum.expandedFields,
    costOf(variables) {
      const fragmentCosts: number[] = [];
      for (const evaluate of evaluations) fragmentCosts.push(evaluate(variables, fragmentCosts));
      return pointsOf(fixed(variables, fragmentCosts));
    },
  };
}

const pointsOf = (cost: number): number => Math.ceil(cost / PARTS_OF_POINT);

/** A number when it does not depend on variables. `fragmentCosts` holds what was evaluated before, in the order of planning. */
type Cost = number | CostFunction;
type CostFunction = (variables: VariableValues, fragmentCosts: readonly number[]) => number;
type Planned = { readonly cost: Cost; readonly expandedFields: number };

type Plan = {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly limits: Limits;
  readonly names: Map<string, Planned>;
  readonly evaluations: CostFunction[];
};

const NOTHING: Planned = { cost: 0, expandedFields: 0 };

function planSelections(set: SelectionSetNode, parent: GraphQLCompositeType, plan: Plan): Planned {
  let fixed = 0;
  let expandedFields = 0;
  const variable: CostFunction[] = [];
  for (const selection of set.selections) {
    const planned = planSelection(selection, parent, plan);
    expandedFields += planned.expandedFields;
    if (typeof planned.cost === 'number') fixed += planned.cost;
    else variable.push(planned.cost);
  }
  if (variable.length === 0) return { cost: fixed, expandedFields };
  const cost: CostFunction = (variables, fragmentCosts) =>
    variable.reduce((sum, part) => sum + part(variables, fragmentCosts), fixed);
  return { cost, expandedFields };
}

function planSelection(
  selection: SelectionSetNode['selections'][number],
  parent: GraphQLCompositeType,
  plan: Plan,
): Planned {
  if (selection.kind === Kind.FIELD) return planField(selection, parent, plan);
  if (selection.kind === Kind.FRAGMENT_SPREAD) return planFragment(selection.name.value, plan);
  const condition = selection.typeCondition && typeFromAST(plan.schema, selection.typeCondition);
  return planSelections(selection.selectionSet, isCompositeType(condition) ? condition : parent, plan);
}

function planFragment(name: string, plan: Plan): Planned {
  const known = plan.names.get(name);
  if (known) return known;
  const fragment = plan.fragments.get(name);
  const type = fragment && typeFromAST(plan.schema, fragment.typeCondition);
  if (!fragment || !isCompositeType(type)) return NOTHING;
  const planned = shareEvaluation(planSelections(fragment.selectionSet, type, plan), plan);
  plan.names.set(name, planned);
  return planned;
}

/** A fragment's own fragments were planned first, so that their costs stand before it when it is evaluated. */
function shareEvaluation(planned: Planned, plan: Plan): Planned {
  if (typeof planned.cost === 'number') return planned;
  const index = plan.evaluations.push(planned.cost) - 1;
  // Every index below the number of evaluations was filled before anything reads it.
  return { ...planned, cost: (_variables, fragmentCosts) => fragmentCosts[index]! };
}

function planField(node: FieldNode, parent: GraphQLCompositeType, plan: Plan): Planned {
  const name = node.name.value;
  if (name === '__typename') return { cost: 0, expandedFields: 1 };
  if (name === '__schema' || name === '__type') return { cost: INTROSPECTION_COST, expandedFields: 1 };
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  const type = field && getNamedType(field.type);
  if (!field || !type || !isCompositeType(type) || !node.selectionSet) {
    return { cost: SCALAR_COST, expandedFields: 1 };
  }
  const children = planSelections(node.selectionSet, type, plan);
  // What tells of a page is there with it, and not once for each of its items.
  if (name === 'pageInfo' && isConnection(parent)) return { ...children, cost: 0 };
  const branches = isAbstractType(type) ? plan.schema.getPossibleTypes(type).length : 1;
  return {
    cost: multiplied(children.cost, itemsOf(node, field, parent, plan.limits)),
    expandedFields: 1 + branches * children.expandedFields,
  };
}

type Items = number | ((variables: VariableValues) => number);

function multiplied(children: Cost, items: Items): Cost {
  if (typeof items === 'number') {
    if (typeof children === 'number') return OBJECT_COST + items * children;
    return (variables, fragmentCosts) => OBJECT_COST + items * children(variables, fragmentCosts);
  }
  if (typeof children === 'number') return (variables) => OBJECT_COST + items(variables) * children;
  return (variables, fragmentCosts) => OBJECT_COST + items(variables) * children(variables, fragmentCosts);
}

/** How many times the selection below a field is executed at most. */
function itemsOf(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  parent: GraphQLCompositeType,
  limits: Limits,
): Items {
  const takes = (name: string): boolean => field.args.some((argument) => argument.name === name);
  if (takes('first') || takes('last')) return pageItems(node, limits);
  if (!isListType(getNullableType(field.type))) return 1;
  // The connection's own field has already multiplied everything below it by its page size.
  if (isConnection(parent) && (node.name.value === 'edges' || node.name.value === 'nodes')) return 1;
  const listSize = field.extensions['listSize'];
  if (typeof listSize === 'number') return listSize;
  return takes('ids') ? idItems(node) : LIST_SIZE_DEFAULT;
}

function isConnection(type: GraphQLCompositeType): boolean {
  return isObjectType(type) && 'pageInfo' in type.getFields();
}

function pageItems(node: FieldNode, limits: Limits): Items {
  const first = argumentOf(node, 'first');
  const last = argumentOf(node, 'last');
  const size = (variables: VariableValues): number => {
    const asked = Math.max(numberOf(first, variables), numberOf(last, variables));
    return asked === 0 ? limits.pageSizeDefault : Math.min(asked, limits.pageSizeMax);
  };
  const isFixed = first?.kind !== Kind.VARIABLE && last?.kind !== Kind.VARIABLE;
  return isFixed ? size({}) : size;
}

function idItems(node: FieldNode): Items {
  const ids = argumentOf(node, 'ids');
  if (ids?.kind === Kind.LIST) return ids.values.length;
  if (ids?.kind !== Kind.VARIABLE) return 1;
  return (variables) => {
    const value = variables[ids.name.value];
    return Array.isArray(value) ? value.length : 1;
  };
}

function argumentOf(node: FieldNode, name: string): ValueNode | undefined {
  return node.arguments?.find((argument) => argument.name.value === name)?.value;
}

/** @returns 0 for what is absent, null, or not a positive number; the field itself refuses the last */
function numberOf(value: ValueNode | undefined, variables: VariableValues): number {
  if (value?.kind === Kind.INT) return Math.max(0, Number(value.value));
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : 0;
  return typeof given === 'number' ? Math.max(0, given) : 0;
}
