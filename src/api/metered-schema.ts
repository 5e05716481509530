import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import type { GraphQLField, GraphQLFieldResolver, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { currentScope } from '#platform/kernel/operation-scope.ts';
import type { ResultMeter } from '#platform/kernel/result-meter.ts';
import { isConnection } from './cost.ts';

type Resolve = GraphQLFieldResolver<unknown, unknown>;

const metered = new WeakSet<GraphQLSchema>();

/**
 * Makes every field with objects count them, once for each schema. Both executors call resolvers, so neither builds a
 * result beyond its bound; fields of scalars stay as they are, since the plan bounds them for each object.
 */
export function meterObjects(schema: GraphQLSchema): void {
  if (metered.has(schema)) return;
  metered.add(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) meterField(field, type);
  }
}

function meterField(field: GraphQLField<unknown, unknown>, type: GraphQLObjectType): void {
  if (!isCompositeType(getNamedType(field.type))) return;
  const isPaged = isConnection(type);
  // Of a page, the position costs nothing and each item a point; other lists are read as one object.
  if (isPaged && field.name === 'pageInfo') return;
  const resolve = field.resolve ?? defaultFieldResolver;
  if (!isListType(getNullableType(field.type))) field.resolve = meterObject(resolve);
  else field.resolve = meterList(resolve, isPaged ? 1 : 0);
}

function meterObject(resolve: Resolve): Resolve {
  return (source, args, ctx, info) => {
    const meter = currentMeter();
    if (!meter) return resolve(source, args, ctx, info);
    // Without a closure, since nearly every field finds room.
    if (meter.hasRoom()) return meter.count(1, 1) ? resolve(source, args, ctx, info) : never();
    if (meter.isOver()) return never();
    return meter.later(() => (meter.count(1, 1) ? resolve(source, args, ctx, info) : never()));
  };
}

function meterList(resolve: Resolve, pointsOfItem: number): Resolve {
  const resolveCounted = (meter: ResultMeter, ...field: Parameters<Resolve>): unknown => {
    if (!meter.count(0, 1 - pointsOfItem)) return never();
    const list = resolve(...field);
    if (isPromise(list)) return list.then((items) => counted(meter, items, pointsOfItem));
    return counted(meter, list, pointsOfItem);
  };
  return (source, args, ctx, info) => {
    const meter = currentMeter();
    if (!meter) return resolve(source, args, ctx, info);
    if (meter.hasRoom()) return resolveCounted(meter, source, args, ctx, info);
    if (meter.isOver()) return never();
    return meter.later(() => resolveCounted(meter, source, args, ctx, info));
  };
}

function counted(meter: ResultMeter, list: unknown, pointsOfItem: number): unknown {
  const items = Array.isArray(list) ? list.length : 0;
  return meter.count(items, items * pointsOfItem) ? list : never();
}

function currentMeter(): ResultMeter | null {
  return currentScope()?.meter ?? null;
}

/**
 * Ends the execution at this field: the operation has been answered, and an error for each field that is left would cost
 * more than the field. A promise for each, since one for all would keep every waiting operation in memory.
 */
const never = (): Promise<never> => new Promise(() => {});

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
