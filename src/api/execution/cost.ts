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
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql';
import { listSizeOf, pageSizeDefaultOf } from '#platform/graphql/list-size.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { hasConditions, isSelected } from './conditions.ts';
import type { Fragments } from './document-checks.ts';
import type { VariableValues } from './variables.ts';

/** Upper bounds of the cost of an operation, of its result and of the size of its compiled form. */
export type CostPlan = {
  /** Points of one execution with these coerced variables. */
  readonly costOf: (variables: VariableValues) => number;
  /** Objects of its result with these coerced variables. */
  readonly objectsOf: (variables: VariableValues) => number;
  /** Charge of each name in the result that is not a scalar's. */
  readonly charges: ReadonlyMap<string, Charge>;
  /** Fields after every fragment is spread and every abstract type is split into its object types. */
  readonly expandedFields: number;
};

/**
 * Sums are in parts of a point, so that they are integers. An object costs a lookup; its
 * scalars are read with it, and cost only their serialization.
 */
const PARTS_OF_POINT = 5;
export const OBJECT_COST = PARTS_OF_POINT;
export const SCALAR_COST = 1;
/** `__schema` or `__type`, whatever is selected below: 100 points. */
export const INTROSPECTION_COST = 100 * PARTS_OF_POINT;

/** FREE for the position of a page, ITEMS for each item of a page; ONCE for an object or for a list without pages. */
export type Charge = (typeof CHARGES)[number];
/** Cheapest first: a name that means several fields is charged as the dearest of them. */
const CHARGES = ['FREE', 'ONCE', 'ITEMS', 'INTROSPECTION'] as const;

/** Summands of a plan: points, or objects of the result. */
type Weights = {
  readonly scalar: number;
  readonly introspection: number;
  /** Points of an object or of a list, however many items it has. */
  readonly field: number;
  /** Points of an object and of each item of a list. */
  readonly object: number;
};
const POINTS: Weights = {
  scalar: SCALAR_COST,
  introspection: INTROSPECTION_COST,
  field: OBJECT_COST,
  object: 0,
};
const OBJECTS: Weights = { scalar: 0, introspection: 0, field: 0, object: 1 };

/** Assumed number of items of a list without paging arguments whose field declares no bound; every list of the product does. */
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
  const charges = new Map<string, Charge>();
  const given = { schema, fragments, limits, charges };
  const points = planOperation(operation, { ...given, weights: POINTS });
  const objects = planOperation(operation, { ...given, weights: OBJECTS });
  return {
    costOf: (variables) => pointsOf(points.sumOf(variables)),
    objectsOf: objects.sumOf,
    charges,
    expandedFields: points.expandedFields,
  };
}

function planOperation(
  operation: OperationDefinitionNode,
  given: Omit<Plan, 'names' | 'fields' | 'evaluations'>,
): { readonly sumOf: (variables: VariableValues) => number; readonly expandedFields: number } {
  const evaluations: CostFunction[] = [];
  const root = given.schema.getRootType(operation.operation);
  const plan: Plan = { ...given, names: new Map(), fields: new Map(), evaluations };
  const { cost, expandedFields } = root ? planSelections(operation.selectionSet, root, plan) : NOTHING;
  if (typeof cost === 'number') return { sumOf: () => cost, expandedFields };
  return {
    expandedFields,
    sumOf(variables) {
      const fragmentCosts: number[] = [];
      for (const evaluate of evaluations) fragmentCosts.push(evaluate(variables, fragmentCosts));
      return cost(variables, fragmentCosts);
    },
  };
}

export const pointsOf = (cost: number): number => Math.ceil(cost / PARTS_OF_POINT);

/** A number when it does not depend on variables. `fragmentCosts` holds the evaluated fragments and fields, in the order of planning. */
type Cost = number | CostFunction;
type CostFunction = (variables: VariableValues, fragmentCosts: readonly number[]) => number;
type Planned = { readonly cost: Cost; readonly expandedFields: number };

type Plan = {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly limits: Limits;
  readonly weights: Weights;
  readonly charges: Map<string, Charge>;
  readonly names: Map<string, Planned>;
  readonly fields: Map<FieldNode, Planned>;
  readonly evaluations: CostFunction[];
};

const NOTHING: Planned = { cost: 0, expandedFields: 0 };

/** @param only plans the selections that apply to objects of this type; all of them when omitted */
function planSelections(
  set: SelectionSetNode,
  parent: GraphQLCompositeType,
  plan: Plan,
  only?: GraphQLObjectType,
): Planned {
  let fixed = 0;
  let expandedFields = 0;
  const variable: CostFunction[] = [];
  for (const selection of set.selections) {
    const planned = planSelection(selection, parent, plan, only);
    expandedFields += planned.expandedFields;
    if (typeof planned.cost === 'number') fixed += planned.cost;
    else variable.push(planned.cost);
  }
  if (variable.length === 0) return { cost: fixed, expandedFields };
  const cost: CostFunction = (variables, fragmentCosts) =>
    variable.reduce((sum, part) => sum + part(variables, fragmentCosts), fixed);
  return { cost, expandedFields };
}

/** Excluded by `@skip` or `@include`, a selection costs nothing; its size counts, since other variables select it. */
function planSelection(
  selection: SelectionNode,
  parent: GraphQLCompositeType,
  plan: Plan,
  only?: GraphQLObjectType,
): Planned {
  const planned = planSelected(selection, parent, plan, only);
  if (!hasConditions(selection)) return planned;
  const cost = functionOf(planned.cost);
  return {
    ...planned,
    cost: (variables, fragmentCosts) =>
      isSelected(selection, variables) ? cost(variables, fragmentCosts) : 0,
  };
}

function planSelected(
  selection: SelectionNode,
  parent: GraphQLCompositeType,
  plan: Plan,
  only?: GraphQLObjectType,
): Planned {
  if (selection.kind === Kind.FIELD) return planField(selection, parent, plan);
  if (selection.kind === Kind.FRAGMENT_SPREAD) return planFragment(selection.name.value, plan, only);
  const named = selection.typeCondition && typeFromAST(plan.schema, selection.typeCondition);
  const condition = isCompositeType(named) ? named : parent;
  if (only && !appliesTo(condition, only, plan.schema)) return NOTHING;
  return planSelections(selection.selectionSet, condition, plan, only);
}

function planFragment(name: string, plan: Plan, only?: GraphQLObjectType): Planned {
  const key = only ? `${name} ${only.name}` : name;
  const known = plan.names.get(key);
  if (known) return known;
  const fragment = plan.fragments.get(name);
  const type = fragment && typeFromAST(plan.schema, fragment.typeCondition);
  if (!fragment || !isCompositeType(type)) return NOTHING;
  if (only && !appliesTo(type, only, plan.schema)) return NOTHING;
  const planned = shareEvaluation(planSelections(fragment.selectionSet, type, plan, only), plan);
  plan.names.set(key, planned);
  return planned;
}

const appliesTo = (
  condition: GraphQLCompositeType,
  type: GraphQLObjectType,
  schema: GraphQLSchema,
): boolean => condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));

/** Parts of a fragment or a field are planned before it, so that their costs precede it in evaluation. */
function shareEvaluation(planned: Planned, plan: Plan): Planned {
  if (typeof planned.cost === 'number') return planned;
  const index = plan.evaluations.push(planned.cost) - 1;
  const cost: CostFunction = (_variables, fragmentCosts) => {
    const evaluated = fragmentCosts[index];
    if (evaluated === undefined) throw new Error('A cost is read before it is evaluated.');
    return evaluated;
  };
  return { ...planned, cost };
}

/** Plans each field once, though the selection around it is planned for each object type of an abstract one. */
function planField(node: FieldNode, parent: GraphQLCompositeType, plan: Plan): Planned {
  const known = plan.fields.get(node);
  if (known) return known;
  const planned = shareEvaluation(planNewField(node, parent, plan), plan);
  plan.fields.set(node, planned);
  return planned;
}

function planNewField(node: FieldNode, parent: GraphQLCompositeType, plan: Plan): Planned {
  const { weights } = plan;
  const name = node.name.value;
  // Clients add it everywhere; under a second name it is a scalar like any other.
  if (name === '__typename') return { cost: node.alias ? weights.scalar : 0, expandedFields: 1 };
  if (name === '__schema' || name === '__type') {
    charge(node, 'INTROSPECTION', plan);
    return { cost: weights.introspection, expandedFields: 1 };
  }
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  const type = field && getNamedType(field.type);
  if (!field || !type || !isCompositeType(type) || !node.selectionSet) {
    return { cost: weights.scalar, expandedFields: 1 };
  }
  const isPaged = isConnection(parent) && (name === 'edges' || name === 'nodes');
  const isPosition = isConnection(parent) && name === 'pageInfo';
  charge(node, isPaged ? 'ITEMS' : isPosition ? 'FREE' : 'ONCE', plan);
  const listSize = listSizeOf(field.extensions, plan.limits);
  if (typeof listSize === 'object') return planTypes(node.selectionSet, type, listSize, plan);
  const children = planObject(node.selectionSet, type, plan);
  // Fields of the page, such as `pageInfo`, count once and not for each of its items.
  if (isPosition) return { ...children, cost: weights.object };
  // The connection field has already multiplied everything below it by its page size.
  const items = isPaged ? 1 : itemsOf(node, field, plan.limits);
  return {
    cost: multiplied(added(children.cost, weights.object), items, weights.field),
    expandedFields: 1 + children.expandedFields,
  };
}

function charge({ alias, name }: FieldNode, as: Charge, { charges }: Plan): void {
  const key = (alias ?? name).value;
  const known = charges.get(key);
  if (!known || CHARGES.indexOf(as) > CHARGES.indexOf(known)) charges.set(key, as);
}

/** Plans the selection of one object: as that of the dearest of its types, since it has one of them. */
function planObject(set: SelectionSetNode, type: GraphQLCompositeType, plan: Plan): Planned {
  if (!isAbstractType(type)) return planSelections(set, type, plan);
  const types = plan.schema
    .getPossibleTypes(type)
    .map((possible) => planSelections(set, type, plan, possible));
  return {
    cost: types.map(({ cost }) => cost).reduce(dearer, 0),
    expandedFields: types.reduce((sum, { expandedFields }) => sum + expandedFields, 0),
  };
}

function dearer(a: Cost, b: Cost): Cost {
  if (typeof a === 'number' && typeof b === 'number') return Math.max(a, b);
  const [ofA, ofB] = [functionOf(a), functionOf(b)];
  return (variables, fragmentCosts) => Math.max(ofA(variables, fragmentCosts), ofB(variables, fragmentCosts));
}

const functionOf = (cost: Cost): CostFunction => (typeof cost === 'number' ? () => cost : cost);

/**
 * Plans a list that has a bound for each type of its items, such as the mentions, hashtags and links of a text. It has no items of
 * other types.
 */
function planTypes(
  set: SelectionSetNode,
  type: GraphQLCompositeType,
  sizes: ReadonlyMap<string, number>,
  plan: Plan,
): Planned {
  const types = isAbstractType(type) ? plan.schema.getPossibleTypes(type) : [];
  let expandedFields = 1;
  const costs = types.map((possible) => {
    const children = planSelections(set, type, plan, possible);
    expandedFields += children.expandedFields;
    return multiplied(added(children.cost, plan.weights.object), sizes.get(possible.name) ?? 0, 0);
  });
  return { expandedFields, cost: costs.reduce(added, plan.weights.field) };
}

function added(a: Cost, b: Cost): Cost {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  const [ofA, ofB] = [functionOf(a), functionOf(b)];
  return (variables, fragmentCosts) => ofA(variables, fragmentCosts) + ofB(variables, fragmentCosts);
}

type Items = number | ((variables: VariableValues) => number);

/** @param own cost of the field itself */
function multiplied(children: Cost, items: Items, own: number): Cost {
  if (typeof items === 'number') {
    if (typeof children === 'number') return own + items * children;
    return (variables, fragmentCosts) => own + items * children(variables, fragmentCosts);
  }
  if (typeof children === 'number') return (variables) => own + items(variables) * children;
  return (variables, fragmentCosts) => own + items(variables) * children(variables, fragmentCosts);
}

/** Maximum number of times that the selection below a field is executed. */
function itemsOf(node: FieldNode, field: GraphQLField<unknown, unknown>, limits: Limits): Items {
  const takes = (name: string): boolean => field.args.some((argument) => argument.name === name);
  if (takes('first') || takes('last')) return pageItems(node, field, limits);
  if (!isListType(getNullableType(field.type))) return 1;
  const listSize = listSizeOf(field.extensions, limits);
  if (typeof listSize === 'number') return listSize;
  return takes('ids') ? idItems(node) : LIST_SIZE_DEFAULT;
}

function isConnection(type: GraphQLCompositeType): boolean {
  return isObjectType(type) && 'pageInfo' in type.getFields();
}

function pageItems(node: FieldNode, field: GraphQLField<unknown, unknown>, limits: Limits): Items {
  const sizeDefault = pageSizeDefaultOf(field.extensions, limits);
  const first = argumentOf(node, 'first');
  const last = argumentOf(node, 'last');
  const size = (variables: VariableValues): number => {
    const asked = Math.max(numberOf(first, variables), numberOf(last, variables));
    return asked === 0 ? sizeDefault : Math.min(asked, limits.pageSizeMax);
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

/** @returns 0 for absent, null, or non-positive values; the field itself refuses the last */
function numberOf(value: ValueNode | undefined, variables: VariableValues): number {
  if (value?.kind === Kind.INT) return Math.max(0, Number(value.value));
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : 0;
  return typeof given === 'number' ? Math.max(0, given) : 0;
}
