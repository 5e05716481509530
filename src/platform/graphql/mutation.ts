import type {
  InputFieldMap,
  InputRef,
  InputShapeFromFields,
  ShapeFromTypeParam,
  TypeParam,
} from '@pothos/core';
import { findResult, type IdempotencyKey, idempotencyKeyOf } from '#platform/request/idempotency.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { currentScope, noteRefusal } from '#platform/kernel/operation-scope.ts';
import type { Budget } from '#platform/kernel/rate-limit.ts';
import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import { type Access, contextFor, type ContextOf } from './access.ts';
import { isAdminField } from './admin-field.ts';
import { admitted, assertFilesKept } from './admission.ts';
import { builder, type Types } from './builder.ts';
import { inputOf } from './input.ts';
import { listSize, type ListSize } from './list-size.ts';
import { type Refusal, refusalsOf, UserErrorRef } from './user-errors.ts';

type PayloadField = {
  readonly type: TypeParam<Types>;
  readonly description: string;
  /** Bound of a list. */
  readonly listSize?: ListSize;
};
type PayloadFields = Readonly<Record<string, PayloadField>>;
type PayloadShape<Fields extends PayloadFields> = {
  readonly [Name in keyof Fields]: ShapeFromTypeParam<Types, Fields[Name]['type'], false> | null;
};

type InputBuilder = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

type CommonOptions<Rule extends Access, Input extends InputFieldMap, Payload extends PayloadFields> = {
  readonly description: string;
  /** Codes of its refusals with their causes, for the description of `errors`; where `description` has no room for them. */
  readonly refusals?: string;
  readonly access: Rule;
  /** The kind of restriction that forbids the mutation; null when restricted accounts may call it. */
  readonly restriction: RestrictionKind | null;
  readonly budget?: Budget;
  /**
   * Whether the statement that writes also judges the restriction, and claims the key: both are read only where it has
   * refused. For acts of one statement.
   */
  readonly isJudgedByWrite?: true;
  /** Omitted by a mutation without input: it then has no argument, since an input type cannot be empty. */
  readonly input?: (t: InputBuilder) => Input;
  /** Fields of the payload besides `errors`; all are null when the mutation was refused. */
  readonly payload: Payload;
};

type MutationOptions<
  Rule extends Access,
  Input extends InputFieldMap,
  Payload extends PayloadFields,
> = CommonOptions<Rule, Input, Payload> & {
  /** Whether the input takes exactly one of its fields. */
  readonly takesOneOf?: true;
  /** Whether the input only takes back an earlier act, which no restriction forbids. */
  readonly takesBack?: (input: InputShapeFromFields<Input>) => boolean;
  /** The kind of restriction that forbids it for one input, where that depends on what is named; `restriction` where nothing is found. */
  readonly restrictionOf?: (
    ctx: ContextOf<Rule>,
    input: InputShapeFromFields<Input>,
  ) => Promise<RestrictionKind | null>;
  readonly resolve: (
    ctx: ContextOf<Rule>,
    input: InputShapeFromFields<Input>,
  ) => Promise<PayloadShape<Payload>>;
};

type IdempotentOptions<
  Rule extends Access,
  Input extends InputFieldMap,
  Payload extends PayloadFields,
  Result,
> = CommonOptions<Rule, Input, Payload> & {
  /** Whether `idempotencyKey` is required: always where money moves. */
  readonly idempotencyKey: 'required' | 'optional';
  /** Whether keys never expire, for what must not happen twice however late it is repeated; else they do after 30 days. */
  readonly keepsKeysForever?: true;
  /** Points of the budget that a call spends, for one that does several things at once; one when absent. */
  readonly pointsOf?: (input: InputShapeFromFields<Input>) => number;
  /** Checks and writes; its first transaction runs by `once` with the key. @returns ids and amounts, which are stored as JSON */
  readonly act: (
    ctx: ContextOf<Rule>,
    input: InputShapeFromFields<Input>,
    key: IdempotencyKey | null,
  ) => Promise<Result>;
  /** Reads the payload; deleted objects are null. A repetition runs only this. */
  readonly show: (ctx: ContextOf<Rule>, result: Result) => Promise<PayloadShape<Payload>>;
};

type Outcome = {
  readonly payload: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly Refusal[];
};

/**
 * Adds the mutation `name(input: <Name>Input!): <Name>Payload`.
 * Expected errors of the caller become `errors` of the payload here and nowhere else; resolvers throw.
 */
export function mutationField<
  const Rule extends Access,
  Input extends InputFieldMap,
  const Payload extends PayloadFields,
>(name: string, options: MutationOptions<Rule, Input, Payload>): void {
  const input = options.input && inputType(name, options.input, options.takesOneOf);
  addField(name, options, input, async (ctx, given) => {
    const own = contextFor(options.access, ctx);
    const typed = inputOf<Input>(given);
    const { budget, isJudgedByWrite, restrictionOf } = options;
    const restriction = options.takesBack?.(typed)
      ? null
      : restrictionOf
        ? () => restrictionOf(own, typed)
        : options.restriction;
    return admitted(ctx, name, { budget, isJudgedByWrite, restriction }, () => options.resolve(own, typed));
  });
}

/**
 * As `mutationField`, for a mutation that creates or moves something: its input takes an `idempotencyKey`, so that
 * retries execute once. Mutations that set a state need none.
 */
export function idempotentMutationField<
  const Rule extends Access,
  Input extends InputFieldMap,
  const Payload extends PayloadFields,
  Result,
>(name: string, options: IdempotentOptions<Rule, Input, Payload, Result>): void {
  const input = inputType(name, (t) => ({
    ...options.input?.(t),
    idempotencyKey: idempotencyKeyField(t, options),
  }));
  addField(name, options, input, async (ctx, given) => {
    const own = contextFor(options.access, ctx);
    const key = idempotencyKeyOf(ctx, name, given, options.keepsKeysForever);
    const typed = inputOf<Input>(given);
    const rules = { ...options, points: options.pointsOf?.(typed) };
    const act = () => admitted(ctx, name, rules, () => options.act(own, typed, key));
    const result = await (options.isJudgedByWrite ? unlessDone(ctx, key, act) : actOnce(ctx, key, act));
    // The act has its entry in the audit log; what it reads from another system is stored without one.
    const scope = currentScope();
    if (scope) scope.needsAuditEntry = false;
    return options.show(own, result);
  });
}

const ERRORS_MAX = 10;
const INPUT = 'The arguments of the mutation.';

type Run = (ctx: RequestContext, input: object) => Promise<Readonly<Record<string, unknown>>>;

function addField<Rule extends Access, Input extends InputFieldMap, Payload extends PayloadFields>(
  name: string,
  {
    description,
    refusals,
    access,
    budget,
    restriction,
    isJudgedByWrite,
    payload,
  }: CommonOptions<Rule, Input, Payload>,
  input: InputRef<object> | undefined,
  run: Run,
): void {
  const type = payloadType(name, payload, refusals);
  builder.mutationField(name, (t) =>
    t.field({
      type,
      nullable: true,
      description,
      access,
      ...(budget ? { budget } : {}),
      extensions: { restriction, ...(isJudgedByWrite && { isJudgedByWrite }) },
      args: input ? { input: t.arg({ type: input, required: true, description: INPUT }) } : {},
      resolve: async (_root, args: { readonly input?: object }, ctx): Promise<Outcome> => {
        const scope = currentScope();
        // Mutations of a document run one after the other. Those that begin or prolong a session are open to anyone.
        if (scope) scope.needsAuditEntry = isAdminField(name) && access !== 'anyone';
        try {
          if (args.input) assertFilesKept(args.input);
          return { payload: await run(ctx, args.input ?? {}), errors: [] };
        } catch (thrown) {
          const errors = refusalsOf(thrown);
          if (!errors) throw thrown;
          if (errors[0]) noteRefusal(errors[0].code);
          return { payload: null, errors };
        }
      },
    }),
  );
}

const typeNameOf = (field: string): string => field.charAt(0).toUpperCase() + field.slice(1);

const inputType = (
  name: string,
  fields: (t: InputBuilder) => InputFieldMap,
  isOneOf = false,
): InputRef<object> =>
  builder.inputType(`${typeNameOf(name)}Input`, {
    description: `The input of \`${name}\`.`,
    isOneOf,
    fields,
  });

function payloadType(name: string, fields: PayloadFields, refusals: string | undefined) {
  const errors = `Reasons of a refusal, at most the first ${ERRORS_MAX}. Empty when the mutation succeeded.`;
  return builder.objectRef<Outcome>(`${typeNameOf(name)}Payload`).implement({
    description: `Result of \`${name}\`.`,
    fields: (t) => ({
      ...Object.fromEntries(
        Object.entries(fields).map(([field, { type, description, listSize: size }]) => [
          field,
          t.field({
            type,
            nullable: true,
            description: `${description} Null when the mutation was refused.`,
            ...(size === undefined ? {} : { extensions: listSize(size) }),
            // `resolve` of the mutation returned a value of this field's type, as its own type says.
            resolve: (outcome) => (outcome.payload?.[field] ?? null) as never,
          }),
        ]),
      ),
      errors: t.field({
        type: [UserErrorRef],
        description: refusals ? `${errors} ${refusals}` : errors,
        extensions: listSize(ERRORS_MAX),
        resolve: (outcome) => outcome.errors.slice(0, ERRORS_MAX),
      }),
    }),
  });
}

type KeyOptions = { readonly idempotencyKey: 'required' | 'optional'; readonly keepsKeysForever?: true };

function idempotencyKeyField(t: InputBuilder, { idempotencyKey, keepsKeysForever }: KeyOptions) {
  const kept = keepsKeysForever ? 'for ever' : 'for 30 days';
  return t.string({
    required: idempotencyKey === 'required',
    description: `A UUID made by the client, or 1 to 64 letters, digits, \`-\` and \`_\` without the digits of a card's number outside of a UUID. The same key with the same input returns the first result ${kept}; with another input it is refused.`,
  });
}

/**
 * The key is looked up first: a repetition gets the first result, whatever budget, block or
 * restriction came in between, and costs no budget.
 */
async function actOnce<Result>(
  ctx: RequestContext,
  key: IdempotencyKey | null,
  act: () => Promise<Result>,
): Promise<Result> {
  const first = key && (await findResult<Result>(ctx.db, key));
  return first ? first.result : unlessDone(ctx, key, act);
}

/** An execution with the same key may be the cause of a refusal: then its result is the answer. */
async function unlessDone<Result>(
  ctx: RequestContext,
  key: IdempotencyKey | null,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (refusal) {
    const first = key && refusalsOf(refusal) && (await findResult<Result>(ctx.db, key));
    if (!first) throw refusal;
    return first.result;
  }
}
