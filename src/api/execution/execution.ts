import { createSourceEventStream, execute as executeByGraphql } from 'graphql';
import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import type { RequestContext } from '#platform/request/context.ts';
import type { ReserveCost } from '#platform/request/cost-budget.ts';
import type { ErrorCode } from '#platform/kernel/errors.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { type OperationScope, runInScope } from '#platform/kernel/operation-scope.ts';
import { createResultMeter } from '#platform/kernel/result-meter.ts';
import { compileOperation, NotCompilable, requireResolveTypes } from './compile.ts';
import type { CompiledOperation } from './compiled-operation.ts';
import { codedError, codeOf, toClientError, toRequestErrors } from './error-format.ts';
import { meteredSchema } from './metered-schema.ts';
import { untilAborted } from './operation-signal.ts';
import { createPreparation, isRefusal } from './prepare.ts';
import type { Prepared } from './prepare.ts';
import { measureResult } from './result-size.ts';
import { coerceVariables } from './variables.ts';
import type { VariableValues } from './variables.ts';

export type { Prepared } from './prepare.ts';
export type { VariableValues } from './variables.ts';

/** Parses, limits and executes the operations of an endpoint, for every transport. */
export type Execution = {
  readonly schema: GraphQLSchema;
  /** Parses, validates and limits a document; the result is cached, a refusal too. */
  prepare(source: string, operationName: string | null): Prepared | readonly GraphQLError[];
  /**
   * Executes a query or mutation. Never rejects. A result without `data` means that execution did not begin;
   * an abort of the signal ends it with its reason, such as TIMEOUT.
   */
  execute(
    prepared: Prepared,
    variables: VariableValues,
    ctx: RequestContext,
    options?: ExecuteOptions,
  ): Promise<ExecutionResult>;
  /**
   * Coerces the variables and charges the cost of an operation whose files are still to come; it is then executed with
   * `isCharged`. @throws AppError RATE_LIMITED
   */
  charge(
    prepared: Prepared,
    variables: VariableValues,
    ctx: RequestContext,
  ): Promise<{ readonly coerced: VariableValues } | { readonly errors: readonly GraphQLError[] }>;
  /**
   * Starts a subscription: charges its start and asks its field what to deliver. Never rejects.
   * @param inTurn runs the part that uses the database, after the wait for the caller's budget
   */
  subscribe(
    prepared: Prepared,
    variables: VariableValues,
    ctx: RequestContext,
    inTurn: InTurn,
  ): Promise<StartedSubscription | { readonly errors: readonly GraphQLError[] }>;
  /** Executes one event of a subscription. Never rejects. @returns the result, and the points of what came back */
  executeEvent(
    operation: SubscribedOperation,
    event: object,
    ctx: RequestContext,
  ): Promise<{ readonly result: ExecutionResult; readonly cost: number }>;
  /** Counts an operation that its transport refused, for want of a body, an identity or a place. */
  refused(operation: RefusedOperation): void;
};

export type ExecuteOptions = {
  readonly includeCost?: boolean;
  /** Whether the result tells its statements and milliseconds, outside production. */
  readonly includeWork?: boolean;
  /** Whether `charge` was called with these variables before. */
  readonly isCharged?: boolean;
};

export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A subscription with its variables. */
export type SubscribedOperation = {
  readonly prepared: Prepared;
  readonly variables: VariableValues;
  readonly admitted: CoercedOperation;
};

/** `source` is what the `subscribe` of the field returned. */
export type StartedSubscription = {
  readonly operation: SubscribedOperation;
  readonly source: AsyncIterable<unknown>;
};

/** One finished operation, for metrics; of a subscription its start. */
export type FinishedOperation = {
  readonly type: 'query' | 'mutation' | 'subscription';
  /** The code of the first error, or of the first refusal in the payload of a mutation. */
  readonly code: ErrorCode | 'OK';
  readonly durationMs: number;
  /** Number of statements that its resolvers sent to the database. */
  readonly statements: number;
  /** Name of the operation; null without one. */
  readonly operation: string | null;
  readonly callerKind: CallerKind;
};

export type CallerKind = 'user' | 'admin' | 'anonymous';

/** One operation that did not begin, for metrics and the log. Its type is unknown where no document could be read. */
export type RefusedOperation = {
  readonly type: FinishedOperation['type'] | 'unknown';
  readonly code: ErrorCode;
  /** Name of the operation, as far as it is known. */
  readonly operation?: string | null;
};

export type ExecutionOptions = {
  readonly schema: GraphQLSchema;
  readonly limits: Limits;
  readonly log: Logger;
  /** Whether messages contain suggestions of names, and results their work where it is asked for; off in production. */
  readonly exposeDetails: boolean;
  readonly reserveCost: ReserveCost;
  readonly onFinished?: (operation: FinishedOperation) => void;
  readonly onRefused?: (operation: RefusedOperation) => void;
};

/** Makes the executor of one endpoint, with caches of its own. */
export function createExecution(given: ExecutionOptions): Execution {
  const { schema, onFinished, onRefused } = given;
  const prepareDocument = createPreparation(given);
  requireResolveTypes(schema);
  const options: Executor = { ...given, metered: lazily(() => meteredSchema(schema)) };

  async function execute(
    prepared: Prepared,
    variables: VariableValues,
    ctx: RequestContext,
    executeOptions: ExecuteOptions = {},
  ): Promise<ExecutionResult> {
    const startedMs = performance.now();
    const executed = await executeCharged(options, prepared, variables, ctx, executeOptions);
    const finished = finishedOf(prepared, executed, ctx, startedMs);
    onFinished?.(finished);
    return given.exposeDetails && executeOptions.includeWork
      ? withWork(executed.result, finished)
      : executed.result;
  }

  async function subscribe(
    prepared: Prepared,
    variables: VariableValues,
    ctx: RequestContext,
    inTurn: InTurn,
  ): ReturnType<Execution['subscribe']> {
    const startedMs = performance.now();
    const { started, ...executed } = await startSubscription(options, prepared, { variables, ctx, inTurn });
    onFinished?.(finishedOf(prepared, executed, ctx, startedMs));
    return started ?? { errors: executed.result.errors ?? [] };
  }

  return {
    schema,
    prepare(source, operationName) {
      const prepared = prepareDocument(source, operationName);
      if (isRefusal(prepared)) {
        const code = firstCodeOf(prepared) ?? 'INTERNAL';
        onRefused?.({ type: 'unknown', code, operation: operationName });
      }
      return prepared;
    },
    execute,
    subscribe,
    executeEvent: ({ prepared, admitted }, event, ctx) =>
      executeOnce(options, prepared, admitted, ctx, event),
    charge: (prepared, variables, ctx) => charge(options, prepared, variables, ctx),
    refused: (operation) => onRefused?.(operation),
  };
}

/** `metered` is made when it is first needed: few documents can have a large result. */
type Executor = ExecutionOptions & { readonly metered: () => GraphQLSchema };

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const firstCodeOf = (errors: readonly GraphQLError[] | undefined): ErrorCode | null =>
  errors?.[0] ? codeOf(errors[0]) : null;

const finishedOf = (
  prepared: Prepared,
  { result, statements, refusal }: Executed,
  ctx: RequestContext,
  startedMs: number,
): FinishedOperation => ({
  type: prepared.operation.operation,
  code: firstCodeOf(result.errors) ?? refusal ?? 'OK',
  durationMs: performance.now() - startedMs,
  statements,
  operation: prepared.operation.name?.value ?? null,
  callerKind: ctx.user ? 'user' : ctx.admin ? 'admin' : 'anonymous',
});

const MS_DIGITS = 1;

const withWork = (
  result: ExecutionResult,
  { statements, durationMs }: FinishedOperation,
): ExecutionResult => ({
  ...result,
  extensions: {
    ...result.extensions,
    work: { statements, milliseconds: Number(durationMs.toFixed(MS_DIGITS)) },
  },
});

/** `started` is null when the subscription did not start; the result says why. */
async function startSubscription(
  options: Executor,
  prepared: Prepared,
  { variables, ctx, inTurn }: { variables: VariableValues; ctx: RequestContext; inTurn: InTurn },
): Promise<Executed & { readonly started: StartedSubscription | null }> {
  const { schema, log } = options;
  let scope: OperationScope | null = null;
  const outcome = (result: ExecutionResult, started: StartedSubscription | null = null) => ({
    result,
    started,
    statements: scope?.statements ?? 0,
    refusal: null,
  });
  try {
    const admitted = coerce(options, prepared, variables, options.limits.subscriptionCost);
    if ('errors' in admitted) return outcome(admitted);
    const settleStart = await options.reserveCost(ctx, START_COST);
    settleStart(START_COST);
    const { document } = prepared;
    const source = await inTurn(() =>
      runInScope({ signal: ctx.signal }, (opened) => {
        scope = opened;
        return createSourceEventStream({ schema, document, variableValues: variables, contextValue: ctx });
      }),
    );
    if (!isAsyncIterable(source)) return outcome(toClientResult(source, log));
    return outcome({}, { operation: { prepared, variables, admitted }, source });
  } catch (error) {
    return outcome({ errors: [toClientError(error, log)] });
  }
}

async function executeCharged(
  options: Executor,
  prepared: Prepared,
  variables: VariableValues,
  ctx: RequestContext,
  { includeCost = false, isCharged = false }: ExecuteOptions,
): Promise<Executed> {
  try {
    const admitted = coerce(options, prepared, variables, options.limits.operationCost);
    if ('errors' in admitted) return { result: admitted, statements: 0, refusal: null };
    const settle = isCharged ? null : await options.reserveCost(ctx, admitted.cost);
    const executed = await executeOnce(options, prepared, admitted, ctx, undefined);
    const cost = settle ? executed.cost : admitted.cost;
    settle?.(cost);
    if (!includeCost) return executed;
    const extensions = { cost: { reserved: admitted.cost, charged: cost } };
    return { ...executed, result: { ...executed.result, extensions } };
  } catch (error) {
    return { result: { errors: [toClientError(error, options.log)] }, statements: 0, refusal: null };
  }
}

type Executed = {
  readonly result: ExecutionResult;
  readonly statements: number;
  readonly refusal: ErrorCode | null;
};

export type CoercedOperation = {
  readonly raw: VariableValues;
  readonly coerced: VariableValues;
  /** The points that it can cost at most. */
  readonly cost: number;
};

/** Points for the start of a subscription, which answers nothing; each of its events is charged. */
const START_COST = 1;

/** Coerces the variables and refuses an operation that can cost too much with them. */
function coerce(
  { schema, limits, exposeDetails }: ExecutionOptions,
  prepared: Prepared,
  raw: VariableValues,
  costMax: number,
): CoercedOperation | { readonly errors: readonly GraphQLError[] } {
  const coercion = coerceVariables(schema, prepared.operation, raw, limits);
  if ('errors' in coercion) {
    const options = { withSuggestions: exposeDetails };
    return { errors: toRequestErrors('BAD_USER_INPUT', coercion.errors, options) };
  }
  const { coerced } = coercion;
  const cost = prepared.costPlan.costOf(coerced);
  if (cost > costMax) {
    const message = `The operation costs ${cost} points; the limit is ${costMax}.`;
    return { errors: [codedError('QUERY_TOO_COMPLEX', message, { limit: costMax, cost })] };
  }
  return { raw, coerced, cost };
}

/** Charges what an operation with files can cost at most: its points are not held for as long as an upload takes. */
async function charge(
  options: ExecutionOptions,
  prepared: Prepared,
  raw: VariableValues,
  ctx: RequestContext,
): ReturnType<Execution['charge']> {
  const admitted = coerce(options, prepared, raw, options.limits.operationCost);
  if ('errors' in admitted) return admitted;
  const settle = await options.reserveCost(ctx, admitted.cost);
  settle(admitted.cost);
  return admitted;
}

/** A result of so many objects takes some 10 ms. */
const SMALL_OBJECTS = 2_000;

/**
 * Ends with what came back, or as soon as the result is larger than it may be.
 * @param rootValue the event of a subscription, undefined for queries and mutations
 * @returns the points of what came back as `cost`; all that it could cost when it was cut off
 */
async function executeOnce(
  options: Executor,
  prepared: Prepared,
  admitted: CoercedOperation,
  ctx: RequestContext,
  rootValue: unknown,
): Promise<Executed & { readonly cost: number }> {
  const { signal } = ctx;
  // Nobody waits long for a small result: it needs no counting, and its compiled form no resolvers for it.
  const { resultObjects } = options.limits;
  const isSmall = prepared.costPlan.objectsOf(admitted.coerced) <= Math.min(SMALL_OBJECTS, resultObjects);
  const meter = isSmall ? null : createResultMeter(resultObjects);
  const schema = meter ? options.metered() : options.schema;
  let scope: OperationScope | null = null;
  const facts = (): Pick<Executed, 'statements' | 'refusal'> => ({
    statements: scope?.statements ?? 0,
    refusal: scope?.refusal ?? null,
  });
  try {
    signal.throwIfAborted();
    const running = runInScope({ signal, meter }, (opened) => {
      scope = opened;
      return runPrepared(schema, prepared, admitted, ctx, rootValue);
    });
    const result = await untilAborted(meter ? Promise.race([running, meter.exceeded]) : running, signal);
    // Fields of cancelled statements have failed by now; the reason of the abort says more than those errors.
    signal.throwIfAborted();
    const points = measureResult(result.data, prepared.costPlan, options.limits);
    const cost = Math.min(admitted.cost, Math.max(1, points));
    return { result: toClientResult(result, options.log), ...facts(), cost };
  } catch (error) {
    meter?.stop();
    const result = { data: null, errors: [toClientError(error, options.log)] };
    return { result, ...facts(), cost: admitted.cost };
  }
}

/** A document is compiled at its second use: compiling costs more than one execution saves, and much less than many do. */
function runPrepared(
  schema: GraphQLSchema,
  prepared: Prepared,
  admitted: CoercedOperation,
  ctx: RequestContext,
  rootValue: unknown,
): ExecutionResult | Promise<ExecutionResult> {
  const compiled = prepared.uses > 0 ? compiledOf(schema, prepared) : null;
  prepared.uses += 1;
  if (compiled) {
    try {
      return compiled(rootValue, ctx, admitted.coerced);
    } catch (error) {
      if (!(error instanceof NotCompilable)) throw error;
    }
  }
  const { document } = prepared;
  return executeByGraphql({ schema, document, rootValue, contextValue: ctx, variableValues: admitted.raw });
}

/** Abstract types multiply the compiled code; past this many fields graphql-js executes the document. */
const COMPILED_FIELDS_MAX = 5_000;

function compiledOf(schema: GraphQLSchema, prepared: Prepared): CompiledOperation | null {
  const known = prepared.compiled.get(schema);
  if (known !== undefined) return known;
  const isSmall = prepared.costPlan.expandedFields <= COMPILED_FIELDS_MAX;
  const compiled = isSmall ? compileOperation(schema, prepared.operation, prepared.fragments) : null;
  prepared.compiled.set(schema, compiled);
  return compiled;
}

function toClientResult(result: ExecutionResult, log: Logger): ExecutionResult {
  if (!result.errors) return result;
  return { ...result, errors: result.errors.map((error) => toClientError(error, log)) };
}

function isAsyncIterable(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value;
}
