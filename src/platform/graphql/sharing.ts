import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';

/**
 * Between whom the value of a field differs, so that one execution can answer many subscribers:
 * `no`: it is the same for everybody who is told of the object; `people`: the same for signed-in users who have no block with the
 * people of the event, are none of them and are not set `apart` by the subscription; `viewer`: it may differ between any two;
 * `personal`: so it may, but the subscription sets everybody apart for the events that have it, and those without it are shared.
 */
export type Varies = 'no' | 'people' | 'personal' | 'viewer';

/** A resolver with fewer parameters cannot know its caller. */
const PARAMETERS_WITH_CONTEXT = 3;

/** Marks each field with `varies`, by its option or because its resolver does not take the context. */
class SharingPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { varies, isOfRow, showsCachedRows, resolve } = field.pothosOptions;
    const knowsCaller = resolve !== undefined && resolve.length >= PARAMETERS_WITH_CONTEXT;
    return {
      ...field,
      extensions: {
        ...field.extensions,
        varies: varies ?? (knowsCaller ? undefined : 'no'),
        isOfRow: isOfRow ?? !knowsCaller,
        showsCachedRows,
      },
    };
  }
}

SchemaBuilder.registerPlugin('sharing', SharingPlugin);

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** Undefined where the resolver takes the context and nothing is declared. */
    varies?: Varies | undefined;
    /** Whether the value follows from the row alone, in the version in which it is cached. */
    isOfRow?: boolean;
    showsCachedRows?: boolean | undefined;
  }
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    /** Whether its rows may be cached, and so their results kept. */
    isCachedRow?: boolean;
  }
}

// Declaration merging repeats Pothos' type parameters, used or not.
declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      sharing: SharingPlugin<Types>;
    }
    interface FieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > {
      /** Needed by a resolver that takes the context and is reachable from a subscription. */
      varies?: Varies;
      /**
       * Declares of a resolver that takes the context that its value follows from a cached row: from the row, what its version
       * covers, and the step of the links to files.
       */
      isOfRow?: boolean;
      /** Whether the rows of a root field are cached: results of those rows are kept beside them. */
      showsCachedRows?: boolean;
    }
  }
}
