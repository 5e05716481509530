import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { defaultFieldResolver, getNamedType, getNullableType, isCompositeType, isListType } from 'graphql';
import type { GraphQLFieldConfig, GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { currentScope } from '#platform/kernel/operation-scope.ts';
import type { ResultMeter } from '#platform/kernel/result-meter.ts';

type Resolve = GraphQLFieldResolver<unknown, unknown>;

/**
 * The same schema, whose fields with objects count them. Both executors call resolvers, so neither builds a result beyond
 * its bound; fields of scalars stay as they are, since the plan bounds them for each object.
 */
export function meteredSchema(schema: GraphQLSchema): GraphQLSchema {
  const made = metered.get(schema) ?? mapSchema(schema, { [MapperKind.OBJECT_FIELD]: meteredField });
  metered.set(schema, made);
  return made;
}

/** Kept for each schema: making one takes tens of milliseconds, and tests open many endpoints of one schema. */
const metered = new WeakMap<GraphQLSchema, GraphQLSchema>();

function meteredField(field: GraphQLFieldConfig<unknown, unknown>): GraphQLFieldConfig<unknown, unknown> {
  if (!isCompositeType(getNamedType(field.type))) return field;
  const resolve = field.resolve ?? defaultFieldResolver;
  const isList = isListType(getNullableType(field.type));
  // Kept results are not built, and so not counted.
  const extensions = { ...field.extensions, showsCachedRows: false };
  return { ...field, extensions, resolve: isList ? meterList(resolve) : meterObject(resolve) };
}

function meterObject(resolve: Resolve): Resolve {
  return (source, args, ctx, info) => {
    const meter = currentMeter();
    if (!meter) return resolve(source, args, ctx, info);
    // Without a closure, since nearly every field finds room.
    if (meter.hasRoom()) return meter.count(1) ? resolve(source, args, ctx, info) : never();
    if (meter.isOver()) return never();
    return meter.later(() => (meter.count(1) ? resolve(source, args, ctx, info) : never()));
  };
}

function meterList(resolve: Resolve): Resolve {
  const resolveCounted = (meter: ResultMeter, ...field: Parameters<Resolve>): unknown => {
    if (meter.isOver()) return never();
    const list = resolve(...field);
    if (isPromise(list)) return list.then((late) => meter.deliver(late, lengthOf(late)));
    return meter.count(lengthOf(list)) ? list : never();
  };
  return (source, args, ctx, info) => {
    const meter = currentMeter();
    if (!meter) return resolve(source, args, ctx, info);
    if (meter.hasRoom()) return resolveCounted(meter, source, args, ctx, info);
    if (meter.isOver()) return never();
    return meter.later(() => resolveCounted(meter, source, args, ctx, info));
  };
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

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
