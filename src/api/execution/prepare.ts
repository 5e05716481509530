import { getOperationAST, GraphQLError, Kind, parse, validate } from 'graphql';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Limits } from '#platform/kernel/limits.ts';
import type { CompiledOperation } from './compiled-operation.ts';
import { planCost } from './cost.ts';
import type { CostPlan } from './cost.ts';
import {
  checkBracketDepth,
  checkOperationLimits,
  checkSubscriptionRoots,
  fragmentsOf,
} from './document-checks.ts';
import type { Fragments } from './document-checks.ts';
import { codedError, toRequestError, toRequestErrors } from './error-format.ts';
import { checkOverlaps } from './overlap-check.ts';

/** One operation of a valid document within the limits, ready to be executed any number of times. */
export type Prepared = {
  /** The chosen operation with the document's fragments; other operations are dropped. */
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  readonly costPlan: CostPlan;
  uses: number;
  /** The compiled form for each schema; null when the document cannot be compiled. */
  readonly compiled: Map<GraphQLSchema, CompiledOperation | null>;
};

export type PreparationOptions = {
  readonly schema: GraphQLSchema;
  readonly limits: Limits;
  readonly exposeDetails: boolean;
};

type Prepare = (source: string, operationName: string | null) => Prepared | readonly GraphQLError[];

const CACHED_DOCUMENTS_MAX = 2_000;
const CACHED_DOCUMENTS_BYTES = 96 * 1024 * 1024;
const CACHED_REFUSALS_MAX = 1_000;
const CACHED_REFUSALS_BYTES = 4 * 1024 * 1024;
/** Estimated bytes of a parsed and compiled document for each character of its source. */
const BYTES_PER_CHARACTER = 160;
const VALIDATION_ERRORS_MAX = 10;
/** graphql-js has no code for it. */
const TOO_MANY_TOKENS = /tokens\. Parsing aborted/;

/** The names of GraphQL. */
const NAME = /^[_A-Za-z][_0-9A-Za-z]*$/;
const STACK_OVERFLOW: readonly GraphQLError[] = [
  codedError('QUERY_TOO_DEEP', 'The document nests too deeply.'),
];

/** Refusals have a cache of their own, so that bad documents cannot evict good ones. */
export function createPreparation(options: PreparationOptions): Prepare {
  const documents = new LRUCache<string, Prepared>({
    max: CACHED_DOCUMENTS_MAX,
    maxSize: CACHED_DOCUMENTS_BYTES,
    sizeCalculation: (_prepared, key) => key.length * BYTES_PER_CHARACTER + 1,
  });
  const refusals = new LRUCache<string, readonly GraphQLError[]>({
    max: CACHED_REFUSALS_MAX,
    maxSize: CACHED_REFUSALS_BYTES,
    sizeCalculation: (errors, key) => key.length * 2 + JSON.stringify(errors).length * 2,
  });

  return (source, operationName) => {
    const tooLong = checkLength(source, options.limits);
    if (tooLong) return [tooLong];
    // Clients that have no name send an empty one, too.
    const name = operationName === '' ? null : operationName;
    if (name !== null && !NAME.test(name)) return [unknownOperation(name)];
    // No name contains the separator, so that all before the first one is the name, whatever the document contains.
    const key = `${name ?? ''}\u0000${source}`;
    const known = documents.get(key) ?? refusals.get(key);
    if (known) return known;
    const prepared = prepare(source, name, options);
    if (!isRefusal(prepared)) documents.set(key, prepared);
    // How deep the stack was depends on the request, too.
    else if (prepared !== STACK_OVERFLOW) refusals.set(key, prepared);
    return prepared;
  };
}

export function isRefusal(prepared: Prepared | readonly GraphQLError[]): prepared is readonly GraphQLError[] {
  return Array.isArray(prepared);
}

function checkLength(source: string, limits: Limits): GraphQLError | null {
  if (source.length <= limits.requestBodyBytes) return null;
  const message = `The document is longer than ${limits.requestBodyBytes} characters.`;
  return codedError('PAYLOAD_TOO_LARGE', message, { limit: limits.requestBodyBytes });
}

function prepare(
  source: string,
  operationName: string | null,
  options: PreparationOptions,
): Prepared | readonly GraphQLError[] {
  try {
    return prepareUnguarded(source, operationName, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Stack overflow: the checks above missed a way to nest, which is still caused by the document.
    return STACK_OVERFLOW;
  }
}

function prepareUnguarded(
  source: string,
  operationName: string | null,
  options: PreparationOptions,
): Prepared | readonly GraphQLError[] {
  const { schema, limits } = options;
  const tooDeep = checkBracketDepth(source, limits);
  if (tooDeep) return [tooDeep];
  const parsed = parseSource(source, options);
  if (parsed instanceof GraphQLError) return [parsed];
  const fragments = fragmentsOf(parsed);
  const operation = getOperationAST(parsed, operationName);
  const outOfShape = operation && checkOperationLimits(operation, fragments, limits);
  if (outOfShape) return [outOfShape];
  const conditional = checkSubscriptionRoots(parsed, fragments);
  if (conditional) return [conditional];
  const tooRepetitive = checkOverlaps(parsed, fragments);
  if (tooRepetitive) return [tooRepetitive];
  const problems = validateDocument(parsed, options);
  if (problems.length > 0) return problems;
  if (!operation) return [unknownOperation(operationName)];
  return {
    document: { kind: Kind.DOCUMENT, definitions: [operation, ...fragments.values()] },
    operation,
    fragments,
    costPlan: planCost(schema, operation, fragments, limits),
    uses: 0,
    compiled: new Map(),
  };
}

function parseSource(
  source: string,
  { limits, exposeDetails }: PreparationOptions,
): DocumentNode | GraphQLError {
  try {
    return parse(source, { maxTokens: limits.queryTokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (TOO_MANY_TOKENS.test(error.message)) {
      const message = `The document has more than ${limits.queryTokens} tokens.`;
      return codedError('QUERY_TOO_COMPLEX', message, { limit: limits.queryTokens });
    }
    return toRequestError('GRAPHQL_PARSE_FAILED', error, { withSuggestions: exposeDetails });
  }
}

function validateDocument(document: DocumentNode, options: PreparationOptions): readonly GraphQLError[] {
  const { schema, exposeDetails } = options;
  const errors = validate(schema, document, undefined, {
    maxErrors: VALIDATION_ERRORS_MAX,
    hideSuggestions: !exposeDetails,
  });
  return toRequestErrors('GRAPHQL_VALIDATION_FAILED', errors, { withSuggestions: exposeDetails });
}

function unknownOperation(operationName: string | null): GraphQLError {
  const message = operationName
    ? `The document has no operation named "${operationName.slice(0, 100)}".`
    : 'Send a document with one operation, or choose one by `operationName`.';
  return codedError('GRAPHQL_VALIDATION_FAILED', message);
}
