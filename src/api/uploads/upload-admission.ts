import type { FieldNode, GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import { getArgumentValues } from 'graphql/execution/values.js';
import type { Execution, Prepared, VariableValues } from '#api/execution/execution.ts';
import { isRefusal } from '#api/execution/prepare.ts';
import { admitAhead } from '#platform/graphql/admission.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { type RefusedFile, refusedFilesIn } from '#platform/kernel/uploads.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { badMultipart, type Operations } from './upload-map.ts';
import type { UploadShare } from './upload-quota.ts';

/** Decision about the files of a request, made before their first byte is kept. */
export type Admission = {
  readonly isAdmitted: boolean;
  /** Fills the places of the files when they are not admitted; null when the execution refuses the operation by itself. */
  readonly refusal: AppError | null;
  /** Whether the cost of the operation is charged. */
  readonly isCharged: boolean;
};

export type UploadedOperation = {
  readonly operations: Operations;
  /** Stand-ins for the files in `operations`. */
  readonly awaited: readonly RefusedFile[];
  readonly share: UploadShare;
  /** Size of the whole request, 0 when its client does not say it. */
  readonly announcedBytes: number;
};

/**
 * Asks everything that refuses an operation without its files: the document, the variables, the cost, for each field that
 * takes a file its access rule, budget and restriction, and the room for the files. Whatever is refused is answered
 * by the execution, with refused files in its variables, so that a client sees the same errors as without files.
 *
 * @throws AppError BAD_REQUEST for a file that the operation does not take
 */
export async function admitUpload(
  execution: Execution,
  ctx: RequestContext,
  { operations, awaited, share, announcedBytes }: UploadedOperation,
): Promise<Admission> {
  const { query, operationName = null, variables } = operations;
  const isWellFormed =
    typeof query === 'string' &&
    (operationName === null || typeof operationName === 'string') &&
    isVariables(variables);
  if (!isWellFormed) return REFUSED_BY_ITSELF;
  const prepared = execution.prepare(query, operationName);
  if (isRefusal(prepared) || prepared.operation.operation === 'subscription') return REFUSED_BY_ITSELF;
  let isCharged = false;
  try {
    const charged = await execution.charge(prepared, variables, ctx);
    if ('errors' in charged) return REFUSED_BY_ITSELF;
    isCharged = true;
    const calls = callsOf(execution.schema, prepared, charged.coerced);
    const taken = new Set(calls.flatMap(({ files }) => files));
    if (awaited.some((file) => !taken.has(file))) {
      throw badMultipart('Map each file to a variable of the type Upload that the operation uses.');
    }
    for (const { field, args, files } of calls) {
      if (files.length > 0) await admitAhead(ctx, field, { input: inputOf(args), restriction: 'UPLOADS' });
    }
    await share.assertRoom(announcedBytes);
    return { isAdmitted: true, refusal: null, isCharged };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'BAD_REQUEST') throw error;
    return { isAdmitted: false, refusal: error, isCharged };
  }
}

const REFUSED_BY_ITSELF: Admission = { isAdmitted: false, refusal: null, isCharged: false };

type Call = {
  readonly field: GraphQLField<unknown, unknown>;
  readonly args: Readonly<Record<string, unknown>>;
  readonly files: readonly RefusedFile[];
};

/** The root fields that the operation executes with these variables, with their arguments. */
function callsOf(schema: GraphQLSchema, prepared: Prepared, variables: VariableValues): Call[] {
  const type = schema.getMutationType();
  if (!type || prepared.operation.operation !== 'mutation') return [];
  const fragments = Object.fromEntries(prepared.fragments);
  const nodes = collectFields(schema, fragments, variables, type, prepared.operation.selectionSet);
  return [...nodes.values()].flatMap(([node]) => callOf(type, node, variables));
}

function callOf(type: GraphQLObjectType, node: FieldNode | undefined, variables: VariableValues): Call[] {
  if (!node) return [];
  const field: GraphQLField<unknown, unknown> | undefined = type.getFields()[node.name.value];
  // `__typename` is no field of the type.
  if (!field) return [];
  const args = getArgumentValues(field, node, variables);
  return [{ field, args, files: refusedFilesIn(args).map(({ file }) => file) }];
}

function inputOf({ input }: Readonly<Record<string, unknown>>): object {
  return typeof input === 'object' && input !== null ? input : {};
}

function isVariables(value: unknown): value is VariableValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
