import { createSourceEventStream, execute as executeByGraphql } from 'graphql';
import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import type { RequestContext } from '#platform/context.ts';
import type { ErrorCode } from '#platform/errors.ts';
import type { Limits } from '#platform/limits.ts';
import type { Logger } from '#platform/logger.ts';
import { type OperationScope, runInScope } from '#platform/operation-scope.ts';
import { compileOperation, NotCompilable, requireResolveTypes } from './compile.ts';
import { codedError, codeOf, presentError, presentRequestErrors } from './error-format.ts';
import { mapEvents } from './event-results.ts';
import { untilAborted } from './operation-signal.ts';
import { createPreparation } from './prepare.ts';
import type { Prepared } from './prepare.ts';
import { coerceVariables } from './variables.ts';
import type { VariableValues } from './variables.ts';

export type { Prepared } from './prepare.ts';
export type { VariableValues } from './variables.ts';

/** The one way in which operations of an endpoint are read, limited and executed, whatever transport brings them. */
export type Execution = {
  readonly schema: GraphQLSchema;
  /** Parses, validates and limits a document; the answer is remembered, a refusal too. */
  prepare(source: string, operationName: string | null): Prepared | readonly GraphQLError[];
  /**
   * Executes a query or mutation. Never rejects. A result without `data` means that execution did not begin;
   * a signal that aborts meanwhile ends it with its reason, such as TIMEOUT.
   */
  execute(
    prepared: Prepared,
    variables: VariableValues,
    ctx: RequestContext,
    options?: { includeCost?: boolean },
  ): Promise<ExecutionResult>;
  /**
   * Starts a subscription. Each event is executed with a context of its own from `nextContext`.
   * Never rejects; a result instead of an iterator means that it did not begin.
   */
  subscribe(
    prepared: Prepared,
    variables: VariableValues,
    ctx: RequestContext,
    nextContext: NextContext,
  ): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult>;
};

/** Makes the context of one event and says when it was executed. */
export type NextContext = () => Promise<{ ctx: RequestContext; finish: () => void }>;

/** One finished operation, for metrics. `code` is that of its first error. */
export type FinishedOperation = {
  readonly type: 'query' | 'mutation' | 'subscription';
  readonly code: ErrorCode | 'OK';
  readonly durationMs: number;
  /** How many statements its resolvers sent to the database. */
  readonly statements: number;
};

export type ExecutionOptions = {
  readonly schema: GraphQLSchema;
  readonly limits: Limits;
  readonly log: Logger;
  /** Lets messages name what the caller may have meant; off in production. */
  readonly exposeDetails: boolean;
  /** @throws AppError RATE_LIMITED when the caller has no points left */
  readonly chargeCost: (ctx: RequestContext, cost: number) => Promise<void>;
  readonly onFinished?: (operation: FinishedOperation) => void;
};

/** Makes the execution of one endpoint, with caches of its own. */
export function createExecution(options: ExecutionOptions): Execution {
  const { schema, log, onFinished } = options;
  requireResolveTypes(schema);

  async function execute(
    prepared: Prepared,
    variables: VariableValues,
    ctx: RequestContext,
    { includeCost = false }: { includeCost?: boolean } = {},
  ): Promise<ExecutionResult> {
    const startedMs = performance.now();
    const { result, statements } = await executeAdmitted(options, prepared, variables, ctx, includeCost);
    onFinished?.({
      type: prepared.operation.operation,
      code: result.errors?.[0] ? codeOf(result.errors[0]) : 'OK',
      durationMs: performance.now() - startedMs,
      statements,
    });
    return result;
  }

  async function subscribe(
    prepared: Prepared,
    variables: VariableValues,
    ctx: RequestContext,
    nextContext: NextContext,
  ): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
    try {
      const admitted = await admit(options, prepared, variables, ctx);
      if ('errors' in admitted) return admitted;
      const source = await runInScope({ signal: ctx.signal }, () =>
        createSourceEventStream({
          schema,
          document: prepared.document,
          variableValues: variables,
          contextValue: ctx,
        }),
      );
      if (!isAsyncIterable(source)) return presentResult(source, log);
      const executeEvent = async (event: unknown): Promise<ExecutionResult> => {
        const next = await nextContext();
        try {
          return (await executeOnce(options, prepared, admitted, next.ctx, event)).result;
        } finally {
          next.finish();
        }
      };
      return mapEvents(source, executeEvent, log);
    } catch (error) {
      return { errors: [presentError(error, log)] };
    }
  }

  return { schema, prepare: createPreparation(options), execute, subscribe };
}

async function executeAdmitted(
  options: ExecutionOptions,
  prepared: Prepared,
  variables: VariableValues,
  ctx: RequestContext,
  includeCost: boolean,
): Promise<Executed> {
  try {
    const admitted = await admit(options, prepared, variables, ctx);
    if ('errors' in admitted) return { result: admitted, statements: 0 };
    const executed = await executeOnce(options, prepared, admitted, ctx, undefined);
    if (!includeCost) return executed;
    return {
      ...executed,
      result: { ...executed.result, extensions: { cost: { requested: admitted.cost } } },
    };
  } catch (error) {
    return { result: { errors: [presentError(error, options.log)] }, statements: 0 };
  }
}

type Executed = { readonly result: ExecutionResult; readonly statements: number };

type Admitted = {
  readonly raw: VariableValues;
  readonly coerced: VariableValues;
  readonly cost: number;
};

/** Coerces the variables and charges the cost: what depends on them and comes before execution. */
async function admit(
  { schema, limits, exposeDetails, chargeCost }: ExecutionOptions,
  prepared: Prepared,
  raw: VariableValues,
  ctx: RequestContext,
): Promise<Admitted | { readonly errors: readonly GraphQLError[] }> {
  const coercion = coerceVariables(schema, prepared.operation, raw, limits);
  if ('errors' in coercion) {
    const options = { withSuggestions: exposeDetails };
    return { errors: presentRequestErrors('BAD_USER_INPUT', coercion.errors, options) };
  }
  const { coerced } = coercion;
  const cost = prepared.costPlan.costOf(coerced);
  if (cost > limits.operationCost) {
    const message = `The operation costs ${cost} points; the limit is ${limits.operationCost}.`;
    return { errors: [codedError('QUERY_TOO_COMPLEX', message, { limit: limits.operationCost, cost })] };
  }
  await chargeCost(ctx, cost);
  return { raw, coerced, cost };
}

/** @param rootValue the event of a subscription, undefined for queries and mutations */
async function executeOnce(
  options: ExecutionOptions,
  prepared: Prepared,
  admitted: Admitted,
  ctx: RequestContext,
  rootValue: unknown,
): Promise<Executed> {
  const { signal } = ctx;
  let scope: OperationScope | null = null;
  const statements = (): number => scope?.statements ?? 0;
  try {
    signal.throwIfAborted();
    const running = runInScope({ signal }, (opened) => {
      scope = opened;
      return runPrepared(options.schema, prepared, admitted, ctx, rootValue);
    });
    const result = await untilAborted(running, signal);
    // Statements that the signal cancelled have failed their fields by now; the reason says more than those errors.
    signal.throwIfAborted();
    return { result: presentResult(result, options.log), statements: statements() };
  } catch (error) {
    return { result: { data: null, errors: [presentError(error, options.log)] }, statements: statements() };
  }
}

/** A document is compiled when it comes back: compiling costs more than one execution saves, and much less than many do. */
function runPrepared(
  schema: GraphQLSchema,
  prepared: Prepared,
  admitted: Admitted,
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

function compiledOf(schema: GraphQLSchema, prepared: Prepared): Prepared['compiled'] {
  if (prepared.compiled === undefined) {
    const isSmall = prepared.costPlan.expandedFields <= COMPILED_FIELDS_MAX;
    prepared.compiled = isSmall ? compileOperation(schema, prepared.operation, prepared.fragments) : null;
  }
  return prepared.compiled;
}

function presentResult(result: ExecutionResult, log: Logger): ExecutionResult {
  if (!result.errors) return result;
  return { ...result, errors: result.errors.map((error) => presentError(error, log)) };
}

function isAsyncIterable(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value;
}
