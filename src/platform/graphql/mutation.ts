import type { InputFieldMap, InputShapeFromFields, ShapeFromTypeParam, TypeParam } from '@pothos/core';
import { withIdempotency } from '../idempotency.ts';
import type { AdminContext, RequestContext, UserContext } from '../context.ts';
import { forgetLoaded } from '../loader.ts';
import type { Budget } from '../rate-limit.ts';
import type { RestrictionKind } from '../restriction-kinds.ts';
import { assertUnrestricted } from '../restrictions.ts';
import type { Access } from './access.ts';
import { builder, type Types } from './builder.ts';
import { spendFieldBudget } from './field-budget.ts';
import { type Refusal, refusalsOf, UserErrorRef } from './user-errors.ts';

type ContextOf<Rule extends Access> = Rule extends 'anyone'
  ? RequestContext
  : Rule extends 'user'
    ? UserContext
    : AdminContext;

type PayloadFields = Readonly<
  Record<string, { readonly type: TypeParam<Types>; readonly description: string }>
>;
type PayloadShape<Fields extends PayloadFields> = {
  readonly [Name in keyof Fields]: ShapeFromTypeParam<Types, Fields[Name]['type'], false> | null;
};

type InputBuilder = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

type MutationOptions<Rule extends Access, Input extends InputFieldMap, Payload extends PayloadFields> = {
  readonly description: string;
  readonly access: Rule;
  /** The kind of restriction that stops the mutation; null when a restricted account may still do it. */
  readonly restriction: RestrictionKind | null;
  readonly budget?: Budget;
  /** Whether the input takes an `idempotencyKey`. For what creates or moves something; toggles need none. */
  readonly idempotent?: boolean;
  /** Left out by a mutation that needs to be told nothing: it then has no argument, for an input type cannot be empty. */
  readonly input?: (t: InputBuilder) => Input;
  /** Fields of the payload besides `errors`; all are null when the mutation was refused. */
  readonly payload: Payload;
  readonly resolve: (
    ctx: ContextOf<Rule>,
    input: InputShapeFromFields<Input>,
  ) => Promise<PayloadShape<Payload>>;
};

type Outcome = {
  readonly payload: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly Refusal[];
};

/**
 * Adds the mutation `name(input: <Name>Input!): <Name>Payload`.
 * What the caller did wrong becomes `errors` of the payload here and nowhere else; resolvers throw.
 */
export function mutationField<
  const Rule extends Access,
  Input extends InputFieldMap,
  const Payload extends PayloadFields,
>(name: string, options: MutationOptions<Rule, Input, Payload>): void {
  const typeName = name.charAt(0).toUpperCase() + name.slice(1);
  const input = options.input || options.idempotent ? inputType(name, `${typeName}Input`, options) : null;
  const payload = payloadType(name, `${typeName}Payload`, options.payload);
  builder.mutationField(name, (t) =>
    t.field({
      type: payload,
      nullable: true,
      description: options.description,
      access: options.access,
      ...(options.budget ? { budget: options.budget } : {}),
      extensions: { restriction: options.restriction },
      args: input ? { input: t.arg({ type: input, required: true, description: 'What to do.' }) } : {},
      resolve: (_root, args: { readonly input?: unknown }, ctx) =>
        // The shape of `args.input` is that of the fields that `options.input` made, which the generic hides here.
        runMutation(name, options, ctx, (args.input ?? {}) as InputShapeFromFields<Input>),
    }),
  );
}

function inputType(
  name: string,
  typeName: string,
  { input, idempotent }: { input?: (t: InputBuilder) => InputFieldMap; idempotent?: boolean },
) {
  return builder.inputType(typeName, {
    description: `The input of \`${name}\`.`,
    fields: (t) => ({ ...input?.(t), ...(idempotent ? { idempotencyKey: idempotencyKey(t) } : {}) }),
  });
}

function payloadType(name: string, typeName: string, fields: PayloadFields) {
  return builder.objectRef<Outcome>(typeName).implement({
    description: `What \`${name}\` did.`,
    fields: (t) => ({
      ...Object.fromEntries(
        Object.entries(fields).map(([field, { type, description }]) => [
          field,
          t.field({
            type,
            nullable: true,
            description: `${description} Null when the mutation was refused.`,
            // `resolve` of the mutation returned a value of this field's type: its own type says so.
            resolve: (outcome) => (outcome.payload?.[field] ?? null) as never,
          }),
        ]),
      ),
      errors: t.field({
        type: [UserErrorRef],
        description: 'Why the mutation was refused; empty when it was done.',
        resolve: (outcome) => [...outcome.errors],
      }),
    }),
  });
}

function idempotencyKey(t: InputBuilder) {
  return t.string({
    description:
      'A text of 1 to 255 characters made by the client, best a UUID. The same key with the same input gives the first result again for 30 days; with another input it is refused.',
  });
}

async function runMutation<Rule extends Access, Input extends InputFieldMap, Payload extends PayloadFields>(
  name: string,
  options: MutationOptions<Rule, Input, Payload>,
  ctx: RequestContext,
  input: InputShapeFromFields<Input>,
): Promise<Outcome> {
  try {
    if (options.budget) await spendFieldBudget(ctx, name, options.budget);
    if (options.restriction) await assertUnrestricted(ctx, options.restriction);
    const runCtx = options.idempotent ? await withIdempotency(ctx, name, input) : ctx;
    // The access rule has been asserted by the field's guard, so the context has the identity that it names.
    return { payload: await options.resolve(runCtx as ContextOf<Rule>, input), errors: [] };
  } catch (thrown) {
    const errors = refusalsOf(thrown);
    if (!errors) throw thrown;
    return { payload: null, errors };
  } finally {
    forgetLoaded(ctx);
  }
}
