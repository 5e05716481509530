import SchemaBuilder, {
  BasePlugin,
  InputFieldBuilder,
  type InputFieldsMapping,
  type InputOrArgRef,
  mapInputFields,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { fromGlobalId, type IdType } from '#platform/kernel/ids.ts';

type IdOptions<Required extends boolean> = { readonly required?: Required; readonly description: string };
type Given<Value, Required extends boolean> = Required extends true ? Value : Value | null | undefined;
type Resolve<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;
/** Paths of the arguments and nested input fields that take ids of one type. */
type IdFields<Types extends SchemaTypes> = InputFieldsMapping<Types, IdType>;

/** Gives resolvers bare uuids in place of the global ids that clients send. */
class IdArgumentsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolve<Types>, field: PothosOutputFieldConfig<Types>): Resolve<Types> {
    const idFields = this.idFieldsOf(field);
    if (!idFields) return resolve;
    return (parent, args, ctx, info) => resolve(parent, withDecodedIds(args, idFields), ctx, info);
  }

  override wrapSubscribe(
    subscribe: Resolve<Types> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolve<Types> | undefined {
    const idFields = this.idFieldsOf(field);
    if (!subscribe || !idFields) return subscribe;
    return (parent, args, ctx, info) => subscribe(parent, withDecodedIds(args, idFields), ctx, info);
  }

  private idFieldsOf(field: PothosOutputFieldConfig<Types>): IdFields<Types> | null {
    return mapInputFields(field.args, this.buildCache, ({ extensions }) => extensions?.idType ?? null);
  }
}

/** @throws AppError BAD_USER_INPUT, pointing at the argument, for an id that is malformed or of another type */
function withDecodedIds<Types extends SchemaTypes>(
  given: object,
  fields: IdFields<Types>,
  path: readonly string[] = [],
): Record<string, unknown> {
  const bare: Record<string, unknown> = { ...given };
  for (const [name, field] of fields) {
    const value = bare[name];
    if (value === null || value === undefined) continue;
    // Paths of a mutation are relative to its one argument.
    const place = path.length === 0 && name === 'input' ? [] : [...path, name];
    const one = (item: unknown, itemPath: readonly string[]): unknown => {
      if (field.kind !== 'InputObject') return fromGlobalId(field.value, String(item), itemPath);
      if (!field.fields.map || typeof item !== 'object' || item === null) return item;
      return withDecodedIds(item, field.fields.map, itemPath);
    };
    bare[name] = Array.isArray(value)
      ? value.map((item, index) => one(item, [...place, String(index)]))
      : one(value, place);
  }
  return bare;
}

SchemaBuilder.registerPlugin('idArguments', IdArgumentsPlugin);

// Pothos' own field helpers are methods of this prototype, and so are those of its plugins.
const helpers = InputFieldBuilder.prototype as PothosSchemaTypes.InputFieldBuilder<
  SchemaTypes,
  'Arg' | 'InputObject'
>;
helpers.idOf = function idOf(idType, options) {
  // The type of the declaration below.
  return this.id({ ...options, extensions: { idType } }) as never;
};
helpers.idListOf = function idListOf(idType, options) {
  // Likewise.
  return this.idList({ ...options, extensions: { idType } }) as never;
};

declare module 'graphql' {
  interface GraphQLInputFieldExtensions {
    /** Set for arguments and input fields made by `idOf` and `idListOf`. */
    idType?: IdType;
  }
}

// Declaration merging repeats Pothos' type parameters, used or not.
declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      idArguments: IdArgumentsPlugin<Types>;
    }
    interface InputFieldBuilder<Types extends SchemaTypes, Kind extends 'Arg' | 'InputObject'> {
      /** A global id of one type; the resolver gets the bare uuid. */
      idOf<Required extends boolean = false>(
        idType: IdType,
        options: IdOptions<Required>,
      ): InputOrArgRef<Types, Given<string, Required>, Kind>;
      /** A list of global ids of one type; the resolver gets bare uuids. */
      idListOf<Required extends boolean = false>(
        idType: IdType,
        options: IdOptions<Required>,
      ): InputOrArgRef<Types, Given<string[], Required>, Kind>;
    }
  }
}
