import { MIMEType } from 'node:util';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { createHandler } from 'graphql-http';
import type { Request, RequestParams, Response } from 'graphql-http';
import { codedError, codeOf, toClientError } from '#api/execution/error-format.ts';
import type { Execution } from '#api/execution/execution.ts';
import { startOperation } from '#api/execution/operation-signal.ts';
import { isRefusal } from '#api/execution/prepare.ts';
import { resultText } from '#api/execution/result-text.ts';
import { discardRest, endDiscarding } from '#api/uploads/discard.ts';
import { createUploads, type Uploads } from '#api/uploads/upload-requests.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { ErrorCode } from '#platform/kernel/errors.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { readJsonBody } from './request-body.ts';

export type GraphqlRouteOptions = {
  readonly path: string;
  readonly execution: Execution;
  /** Makes the context of one operation; its errors are answered like errors of the operation. */
  readonly contextOf: (request: FastifyRequest, signal: AbortSignal) => Promise<RequestContext>;
  /** Answers a browser's GET with the explorer; null when that is off. */
  readonly explorer: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | null;
  readonly limits: Limits;
  /** Directory of uploads while their operation runs. */
  readonly temporaryDirectory: string;
  /** Aborts when the process stops and uploads under way have had their time. */
  readonly cutOff: AbortSignal;
  readonly log: Logger;
};

/** GraphQL over HTTP at one path. Only POST carries operations. */
export function registerGraphql(fastify: FastifyInstance, options: GraphqlRouteOptions): void {
  const uploads = createUploads(options);
  const handle = createHandler<FastifyRequest, HttpOperation>({
    onSubscribe: (request, params) => runOperation(request, params, options),
    formatError: (error) => requestError(error, options.log),
  });

  fastify.register(async (scope) => {
    // The body is read below, with limits and errors of its own.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    // Answers depend on who asks, and no cache knows that.
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    });
    scope.addHook('preClose', async () => endDiscarding());
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      // A header that is no media type.
      if (error.statusCode === 415) sendStatus(reply, 415);
      else sendError(reply, error, options.log);
    });
    scope.all(options.path, async (request, reply) => {
      if (request.method === 'POST') await answer(request, reply, handle, { ...options, uploads });
      else if (options.explorer && asksForPage(request)) await options.explorer(request, reply);
      else sendOnlyPost(reply);
      return reply;
    });
  });
}

/** State of one request. */
type HttpOperation = {
  readonly signal: AbortSignal;
  readonly accepted: string;
  /** Context of an operation that was judged before its files came; null for all others. */
  readonly charged: RequestContext | null;
};

type OperationRequest = Request<FastifyRequest, HttpOperation>;

const JSON_TYPE = 'application/json';
const GRAPHQL_TYPE = 'application/graphql-response+json';
const COST_HEADER = 'x-include-cost';
const WORK_HEADER = 'x-include-work';

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (request: OperationRequest) => Promise<Response>,
  options: RouteOptions,
): Promise<void> {
  const { operationTimeoutMs, uploadTimeoutMs } = options.limits;
  // An upload has a time limit of its own; that of its operation begins when all of it has arrived.
  const isUpload = isMultipart(request);
  const client = isUpload
    ? startOperation(uploadTimeoutMs, options.cutOff)
    : startOperation(operationTimeoutMs);
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) client.abandon();
  });
  const operation = isUpload ? startOperation(null, client.signal) : client;
  let body: RequestBody = { value: null, charged: null, dispose: null };
  try {
    body = await receiveBody(request, options, operation.signal);
    if (isUpload) operation.limitTo(operationTimeoutMs);
    send(reply, await handle(toRequest(request, body, operation.signal)));
  } catch (error) {
    const code = sendError(reply, error, options.log);
    options.execution.refused({ type: 'unknown', code });
  } finally {
    operation.finish();
    client.finish();
    await body.dispose?.();
  }
}

type RouteOptions = GraphqlRouteOptions & { readonly uploads: Uploads | null };

type RequestBody = {
  readonly value: Record<string, unknown> | null;
  readonly charged: RequestContext | null;
  readonly dispose: (() => Promise<void>) | null;
};

/** @returns null as the value for an unsupported content type; the handler refuses it */
async function receiveBody(
  request: FastifyRequest,
  { limits, uploads }: RouteOptions,
  signal: AbortSignal,
): Promise<RequestBody> {
  const encoding = request.headers['content-encoding'];
  if (encoding && encoding !== 'identity') return UNREADABLE;
  if (isMultipart(request)) {
    if (uploads) return uploads.receive(request, signal);
    discardRest(request.raw, limits.uploadVideoBytes);
    throw new AppError(
      'BAD_REQUEST',
      'This endpoint takes no files: send the operation as application/json.',
    );
  }
  if (!isJson(request)) return UNREADABLE;
  const value = await readJsonBody(request.raw, limits, signal);
  if (!isObject(value)) {
    throw new AppError('BAD_REQUEST', 'Send one JSON object as the body; batches of operations are refused.');
  }
  // Clients of persisted queries send the document themselves after this code, and not after another one.
  if (value['query'] == null && isObject(value['extensions']) && 'persistedQuery' in value['extensions']) {
    throw new AppError(
      'PERSISTED_QUERY_NOT_SUPPORTED',
      'PersistedQueryNotSupported: send the document in `query`.',
    );
  }
  return { value, charged: null, dispose: null };
}

const UNREADABLE: RequestBody = { value: null, charged: null, dispose: null };

function toRequest(
  request: FastifyRequest,
  { value: body, charged }: RequestBody,
  signal: AbortSignal,
): OperationRequest {
  const { headers } = request;
  const isCompressed = body === null && headers['content-encoding'] !== undefined;
  const isUpload = body !== null && isMultipart(request);
  // A multipart request now has the form of a JSON request; a compressed body is unreadable. The handler knows few spellings of the type.
  const contentType = isUpload || isJson(request) ? JSON_TYPE : headers['content-type'];
  return {
    method: request.method,
    url: request.url,
    headers: { accept: headers.accept, 'content-type': isCompressed ? '' : contentType },
    body,
    raw: request,
    context: { signal, accepted: acceptedType(headers.accept), charged },
  };
}

/** Writes a success itself, because the handler's own writer calls a function for every value of the result. */
async function runOperation(
  request: OperationRequest,
  params: RequestParams,
  { execution, contextOf, log }: GraphqlRouteOptions,
): Promise<Response | readonly GraphQLError[]> {
  const prepared = execution.prepare(params.query, params.operationName ?? null);
  if (isRefusal(prepared)) return prepared;
  if (prepared.operation.operation === 'subscription') {
    return [
      codedError(
        'BAD_REQUEST',
        'Send subscriptions over a WebSocket with the subprotocol graphql-transport-ws.',
      ),
    ];
  }
  try {
    const { signal, accepted, charged } = request.context;
    const ctx = charged ?? (await contextOf(request.raw, signal));
    const { headers } = request.raw;
    const result = await execution.execute(prepared, params.variables ?? {}, ctx, {
      includeCost: headers[COST_HEADER] === '1',
      includeWork: headers[WORK_HEADER] === '1',
      isCharged: charged !== null,
    });
    return toResponse(result, accepted);
  } catch (error) {
    const refusal = toClientError(error, log);
    const { operation: type, name } = prepared.operation;
    execution.refused({ type, code: codeOf(refusal), operation: name?.value ?? null });
    return [refusal];
  }
}

function toResponse(result: ExecutionResult, accepted: string): Response {
  const hasBegun = 'data' in result;
  const limited = result.errors?.find((error) => codeOf(error) === 'RATE_LIMITED');
  const refusalStatus = limited ? 429 : 400;
  // For `application/json` the specification wants 200 whenever the answer is a well-formed GraphQL response.
  const status = hasBegun || accepted === JSON_TYPE ? 200 : refusalStatus;
  const headers: Record<string, string> = { 'content-type': `${accepted}; charset=utf-8` };
  const retryAfterSeconds = limited?.extensions['retryAfterSeconds'];
  if (typeof retryAfterSeconds === 'number') headers['retry-after'] = String(retryAfterSeconds);
  return [resultText(result), { status, statusText: '', headers }];
}

/** The handler's own refusals are plain errors about the request; all others are already formatted. */
function requestError(error: Readonly<GraphQLError | Error>, log: Logger): GraphQLError {
  if (error instanceof AppError) return toClientError(error, log);
  return error instanceof GraphQLError ? error : codedError('BAD_REQUEST', `${error.message}.`);
}

function send(reply: FastifyReply, [body, { status, headers }]: Response): void {
  if (body === null) return sendStatus(reply, status);
  reply
    .code(status)
    .headers(headers ?? {})
    .send(body);
}

const REFUSALS: Record<number, string> = {
  406: `Accept ${GRAPHQL_TYPE} or ${JSON_TYPE} in UTF-8.`,
  415: `Send ${JSON_TYPE} in UTF-8, uncompressed, or multipart/form-data.`,
};

const sendStatus = (reply: FastifyReply, status: number): void =>
  sendCoded(reply, status, codedError('BAD_REQUEST', REFUSALS[status] ?? 'Refused.'));

const STATUSES: Partial<Record<ErrorCode, number>> = {
  BAD_REQUEST: 400,
  PERSISTED_QUERY_NOT_SUPPORTED: 200,
  PAYLOAD_TOO_LARGE: 413,
  TIMEOUT: 408,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** @returns the code that the client gets */
function sendError(reply: FastifyReply, error: unknown, log: Logger): ErrorCode {
  const presented = toClientError(error, log);
  const code = codeOf(presented);
  const status = STATUSES[code] ?? 500;
  // The rest of the request body would be parsed as the next request.
  if (status === 413 || status === 408) reply.header('connection', 'close');
  sendCoded(reply, status, presented);
  return code;
}

function sendOnlyPost(reply: FastifyReply): void {
  reply.header('allow', 'POST');
  sendCoded(
    reply,
    405,
    codedError('BAD_REQUEST', 'Send operations by POST, queries too: most clients have an option for it.'),
  );
}

function sendCoded(reply: FastifyReply, status: number, error: GraphQLError): void {
  reply
    .code(status)
    .header('content-type', `${JSON_TYPE}; charset=utf-8`)
    .send(JSON.stringify({ errors: [error] }));
}

function asksForPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}

/** The response type that the handler chooses: the first supported one of the Accept header. */
function acceptedType(accept: string | undefined): string {
  for (const range of (accept ?? '*/*').replaceAll(/\s/g, '').toLowerCase().split(',')) {
    const [type, ...parameters] = range.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset=')) ?? 'charset=utf-8';
    if (charset !== 'charset=utf-8' && charset !== 'charset=utf8') continue;
    if (type === GRAPHQL_TYPE && charset === 'charset=utf-8') return GRAPHQL_TYPE;
    if (type === JSON_TYPE || type === 'application/*' || type === '*/*') return JSON_TYPE;
  }
  return JSON_TYPE;
}

const isMultipart = (request: FastifyRequest): boolean =>
  request.headers['content-type'] !== JSON_TYPE && mediaTypeOf(request)?.essence === 'multipart/form-data';

/** Whether the body is JSON in UTF-8, however its type is spelled. */
function isJson(request: FastifyRequest): boolean {
  if (request.headers['content-type'] === JSON_TYPE) return true;
  const type = mediaTypeOf(request);
  return type?.essence === JSON_TYPE && UTF8.test(type.params.get('charset') ?? 'utf-8');
}

const UTF8 = /^utf-?8$/i;

/** Null when the header is absent or malformed. */
function mediaTypeOf({ headers }: FastifyRequest): MIMEType | null {
  try {
    return new MIMEType(headers['content-type'] ?? '');
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
