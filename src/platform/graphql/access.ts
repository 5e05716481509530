import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { AdminContext, RequestContext, UserContext } from '../context.ts';
import { AppError, unauthenticated } from '../errors.ts';
import type { Permission } from '../permissions.ts';
import type { Budget } from '../rate-limit.ts';
import type { RestrictionKind } from '../restriction-kinds.ts';
import { spendFieldBudget } from './field-budget.ts';

/** Who may call a root field: everybody, a signed-in user, a signed-in admin, or an admin whose role allows something. */
export type Access = 'anyone' | 'user' | 'admin' | { readonly permission: Permission };

/** @throws AppError UNAUTHENTICATED | FORBIDDEN */
export function assertAccess(access: Access, ctx: RequestContext): void {
  if (access === 'anyone') return;
  if (access === 'user') return void signedIn(ctx);
  const { admin } = adminSignedIn(ctx);
  if (access !== 'admin' && !admin.permissions.has(access.permission)) {
    throw new AppError('FORBIDDEN', `This needs the permission ${access.permission}.`);
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

/** What a client cannot see otherwise: how often, stopped by what, and, as the last sentence, by whom. */
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

const BUDGET_HOLDERS: Readonly<Record<Budget['per'], string>> = {
  user: 'user',
  admin: 'admin',
  ip: 'address',
};

function describeBudget({ points, windowSeconds, per }: Budget): string {
  const duration = new Intl.DurationFormat('en', { style: 'long' });
  const window = { hours: Math.floor(windowSeconds / 3_600), minutes: (windowSeconds % 3_600) / 60 };
  return `At most ${points} times in ${duration.format(window)} by one ${BUDGET_HOLDERS[per]}.`;
}

function describeAccess(access: Access): string {
  if (access === 'anyone') return 'Callable by anyone.';
  if (access === 'user') return 'Callable by signed-in users.';
  if (access === 'admin') return 'Callable by signed-in admins.';
  return `Callable by admins with the permission \`${access.permission}\`.`;
}

type AccessOptions = { access?: Access; budget?: Budget };
type Resolve<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

class AccessPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    // The options of the three kinds of root field are extended below; those of other fields lack both keys.
    const { access, budget } = field.pothosOptions as AccessOptions;
    if (!access) return field;
    // Mutations put theirs there; it is typed where they are made.
    const restriction = field.extensions?.['restriction'] as RestrictionKind | null | undefined;
    return {
      ...field,
      description: describeField(field.description, { access, budget, restriction }),
      extensions: { ...field.extensions, access, budget },
    };
  }

  override wrapResolve(resolve: Resolve<Types>, field: PothosOutputFieldConfig<Types>): Resolve<Types> {
    // A mutation spends its budget inside its own wrapper, where a refusal becomes a payload error.
    return field.kind === 'Subscription' ? resolve : this.guard(resolve, field, field.kind === 'Query');
  }

  /** A subscription is refused before its source stream opens, not at its first event. */
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
    // Put there by `onOutputFieldConfig`; fields that are not root fields lack both keys.
    const { access, budget } = (field.extensions ?? {}) as AccessOptions;
    if (!access) return resolve;
    return (parent, args, context, info) => {
      // `Types['Context']` is RequestContext: the builder is the only one that this plugin is used with.
      const ctx = context as RequestContext;
      assertAccess(access, ctx);
      if (!budget || !spends) return resolve(parent, args, context, info);
      return spendFieldBudget(ctx, field.name, budget).then(() => resolve(parent, args, context, info));
    };
  }
}

SchemaBuilder.registerPlugin('access', AccessPlugin);

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
