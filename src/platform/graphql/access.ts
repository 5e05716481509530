import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosFieldKindToConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { AdminContext, RequestContext, UserContext } from '#platform/request/context.ts';
import { AppError, unauthenticated } from '#platform/kernel/errors.ts';
import type { Permission } from '#platform/kernel/permissions.ts';
import { type Budget, windowText } from '#platform/kernel/rate-limit.ts';
import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import { underBudget } from './field-budget.ts';

/**
 * Access rule of a root field: anyone, signed-in users, signed-in admins also before they have enrolled the second factor that
 * is required, signed-in admins, or admins with a permission.
 */
export type Access = 'anyone' | 'user' | 'enrollingAdmin' | 'admin' | { readonly permission: Permission };

/** The context type that a rule guarantees. */
export type ContextOf<Rule extends Access> = Rule extends 'anyone'
  ? RequestContext
  : Rule extends 'user'
    ? UserContext
    : AdminContext;

/** The context that a field with this rule gets. @throws AppError UNAUTHENTICATED | FORBIDDEN */
export function contextFor<const Rule extends Access>(access: Rule, ctx: RequestContext): ContextOf<Rule> {
  assertAccess(access, ctx);
  // `ContextOf` says what the rule has checked, but the compiler narrows no type by the value of another.
  return ctx as ContextOf<Rule>;
}

/** @throws AppError UNAUTHENTICATED | FORBIDDEN */
export function assertAccess(access: Access, ctx: RequestContext): void {
  if (access === 'anyone') return;
  if (access === 'user') return void signedIn(ctx);
  const { admin } = adminSignedIn(ctx);
  if (access === 'enrollingAdmin') return;
  if (admin.mustEnroll) {
    throw new AppError('FORBIDDEN', 'Enrol a second factor first, by `adminEnrollTotp`.', {
      details: { reason: 'SECOND_FACTOR_REQUIRED' },
    });
  }
  if (access !== 'admin' && !admin.permissions.has(access.permission)) {
    throw new AppError('FORBIDDEN', `The permission ${access.permission} is required.`);
  }
}

/** Narrows the context to a signed-in user's. @throws AppError UNAUTHENTICATED */
export function signedIn(ctx: RequestContext): UserContext {
  if (!isUserContext(ctx)) throw unauthenticated(ctx.tokenProblem ?? 'INVALID');
  return ctx;
}

/** Narrows the context to a signed-in admin's. @throws AppError UNAUTHENTICATED */
export function adminSignedIn(ctx: RequestContext): AdminContext {
  if (!isAdminContext(ctx)) throw unauthenticated(ctx.tokenProblem ?? 'INVALID');
  return ctx;
}

const isUserContext = (ctx: RequestContext): ctx is UserContext => ctx.user !== null;
const isAdminContext = (ctx: RequestContext): ctx is AdminContext => ctx.admin !== null;

type FieldRules = {
  readonly access: Access;
  readonly budget: Budget | undefined;
  readonly restriction: RestrictionKind | null | undefined;
};

/** Appends the field's budget, restriction and, as the last sentence, access rule to its description. */
function describeField(
  description: string | null | undefined,
  { access, budget, restriction }: FieldRules,
): string {
  const rules = [
    ...(budget ? [describeBudget(budget)] : []),
    ...(restriction ? [`Stopped by the restriction ${restriction}.`] : []),
    describeAccess(access),
  ];
  return `${description ?? ''}\n\n${rules.join(' ')}`.trim();
}

function describeBudget({
  points,
  networkPoints = points,
  windowSeconds,
  per,
  spentFor = 'times',
}: Budget): string {
  const within = `${spentFor} in ${windowText({ windowSeconds })}`;
  if (per !== 'caller') return `At most ${points} ${within} by one ${per}.`;
  if (points === networkPoints)
    return `At most ${points} ${within} by one user, or by one network without a token.`;
  return `At most ${points} ${within} by one user, or ${networkPoints} by one network without a token.`;
}

function describeAccess(access: Access): string {
  if (access === 'anyone') return 'Callable by anyone.';
  if (access === 'user') return 'Callable by signed-in users.';
  if (access === 'enrollingAdmin')
    return 'Callable by signed-in admins, also before they have enrolled a second factor.';
  if (access === 'admin') return 'Callable by signed-in admins.';
  return `Callable by admins with the permission \`${access.permission}\`.`;
}

type Resolve<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

class AccessPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    if (!isRootField(field)) return field;
    const { access, budget } = field.pothosOptions;
    const restriction = field.extensions?.restriction;
    return {
      ...field,
      description: describeField(field.description, { access, budget, restriction }),
      extensions: { ...field.extensions, access, budget },
    };
  }

  override wrapResolve(resolve: Resolve<Types>, field: PothosOutputFieldConfig<Types>): Resolve<Types> {
    // Mutations spend their budget inside their own wrapper, where a refusal becomes a payload error.
    return field.kind === 'Subscription' ? resolve : this.guard(resolve, field, field.kind === 'Query');
  }

  /** Refuses a subscription before its source stream opens, not at its first event. */
  override wrapSubscribe(
    subscribe: Resolve<Types> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolve<Types> | undefined {
    return subscribe && this.guard(subscribe, field, true);
  }

  private guard(
    resolve: Resolve<Types>,
    field: PothosOutputFieldConfig<Types>,
    spends: boolean,
  ): Resolve<Types> {
    // Set by `onOutputFieldConfig`; fields that are not root fields lack both keys.
    const access = field.extensions?.access;
    const budget = field.extensions?.budget;
    if (!access) return resolve;
    return (parent, args, context, info) => {
      // `Types['Context']` is RequestContext: only our builder uses this plugin.
      const ctx = context as RequestContext;
      assertAccess(access, ctx);
      if (!budget || !spends) return resolve(parent, args, context, info);
      // Reading changes nothing, so it is charged by the call.
      const byCall: Budget = { ...budget, charge: 'call' };
      return underBudget(ctx, { field: field.name, budget: byCall }, () =>
        resolve(parent, args, context, info),
      );
    };
  }
}

type RootKind = 'Query' | 'Mutation' | 'Subscription';

const isRootField = <Types extends SchemaTypes>(
  field: PothosOutputFieldConfig<Types>,
): field is PothosFieldKindToConfig<Types, RootKind> =>
  field.kind === 'Query' || field.kind === 'Mutation' || field.kind === 'Subscription';

SchemaBuilder.registerPlugin('access', AccessPlugin);

declare module 'graphql' {
  /** Extensions of root fields in the schema; other fields lack all three. */
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    access?: Access;
    budget?: Budget | undefined;
    /** Set for mutations only. */
    restriction?: RestrictionKind | null;
  }
}

// Declaration merging repeats Pothos' type parameters, used or not.
declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      access: AccessPlugin<Types>;
    }
    interface QueryFieldOptions<
      Types extends SchemaTypes,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveReturnShape,
    > {
      access: Access;
      budget?: Budget;
      description: string;
    }
    interface MutationFieldOptions<
      Types extends SchemaTypes,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveReturnShape,
    > {
      access: Access;
      budget?: Budget;
      description: string;
    }
    interface SubscriptionFieldOptions<
      Types extends SchemaTypes,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > {
      access: Access;
      budget?: Budget;
      description: string;
    }
  }
}
