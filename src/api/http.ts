import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { createHandler } from 'graphql-http';
import type { Request, RequestParams, Response } from 'graphql-http';
import type { RequestContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { ErrorCode } from '#platform/errors.ts';
import type { Limits } from '#platform/limits.ts';
import type { Logger } from '#platform/logger.ts';
import { codedError, codeOf, presentError } from './error-format.ts';
import type { Execution } from './execution.ts';
import { startOperation } from './operation-signal.ts';
import { isRefusal } from './prepare.ts';
import { readJsonBody } from './request-body.ts';
import { receiveMultipart } from './uploads.ts';

export type GraphqlRouteOptions = {
  readonly path: string;
  readonly execution: Execution;
  /** Makes the context of one operation; what it throws is answered like an error of the operation. */
  readonly contextOf: (request: FastifyRequest, signal: AbortSignal) => Promise<RequestContext>;
  /** Answers a browser's GET with the explorer; null when that is off. */
  readonly explorer: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | null;
  readonly limits: Limits;
  /** Where uploads lie while their operation runs. */
  readonly temporaryDirectory: string;
  readonly log: Logger;
};

/** GraphQL over HTTP at one path. Only POST carries operations. */
export function registerGraphql(fastify: FastifyInstance, options: GraphqlRouteOptions): void {
  const handle = createHandler<FastifyRequest, HttpOperation>({
    onSubscribe: (request, params) => runOperation(request, params, options),
    formatError: (error) => requestError(error, options.log),
  });

  fastify.register(async (scope) => {
    // The body is read below: it has limits and errors of its own.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler((error, _request, reply) => sendError(reply, error, options.log));
    scope.all(options.path, async (request, reply) => {
      if (request.method === 'POST') await answer(request, reply, handle, options);
      else if (options.explorer && asksForPage(request)) await options.explorer(request, reply);
      else sendOnlyPost(reply);
      return reply;
    });
  });
}

/** What belongs to one request while it is answered. */
type HttpOperation = {
  readonly signal: AbortSignal;
  readonly accepted: string;
};

type OperationRequest = Request<FastifyRequest, HttpOperation>;

const JSON_TYPE = 'application/json';
const GRAPHQL_TYPE = 'application/graphql-response+json';
const COST_HEADER = 'x-include-cost';

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (request: OperationRequest) => Promise<Response>,
  options: GraphqlRouteOptions,
): Promise<void> {
  const { operationTimeoutMs, uploadTimeoutMs } = options.limits;
  // An upload has a time of its own; that of its operation begins when all of it has arrived.
  const isUpload = isMultipart(request);
  const client = startOperation(isUpload ? uploadTimeoutMs : operationTimeoutMs);
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) client.abandon();
  });
  let body: RequestBody = { value: null, dispose: null };
  let operation = client;
  try {
    body = await receiveBody(request, options, client.signal);
    if (isUpload) operation = startOperation(operationTimeoutMs, client.signal);
    send(reply, await handle(toRequest(request, body.value, operation.signal)));
  } catch (error) {
    sendError(reply, error, options.log);
  } finally {
    operation.finish();
    client.finish();
    await body.dispose?.();
  }
}

type RequestBody = {
  readonly value: Record<string, unknown> | null;
  readonly dispose: (() => Promise<void>) | null;
};

/** @returns null as the value for a content type that carries no operations; the handler refuses it */
async function receiveBody(
  request: FastifyRequest,
  options: GraphqlRouteOptions,
  signal: AbortSignal,
): Promise<RequestBody> {
  const { limits, temporaryDirectory } = options;
  const encoding = request.headers['content-encoding'];
  if (encoding && encoding !== 'identity') return { value: null, dispose: null };
  if (isMultipart(request)) {
    const upload = await receiveMultipart(request.raw, { limits, temporaryDirectory, signal });
    return { value: { ...upload.operations }, dispose: () => upload.dispose() };
  }
  if (mediaType(request.headers['content-type']) !== JSON_TYPE) return { value: null, dispose: null };
  const value = await readJsonBody(request.raw, limits, signal);
  if (!isObject(value)) {
    throw new AppError('BAD_REQUEST', 'The body must be one JSON object; batches of operations are refused.');
  }
  return { value, dispose: null };
}

function toRequest(
  request: FastifyRequest,
  body: Record<string, unknown> | null,
  signal: AbortSignal,
): OperationRequest {
  const { headers } = request;
  const isCompressed = body === null && headers['content-encoding'] !== undefined;
  const isUpload = body !== null && isMultipart(request);
  // What a multipart request carried is now what a JSON request would have carried; a compressed one carries nothing readable.
  const contentType = isUpload ? JSON_TYPE : isCompressed ? '' : headers['content-type'];
  return {
    method: request.method,
    url: request.url,
    headers: { accept: headers.accept, 'content-type': contentType },
    body,
    raw: request,
    context: { signal, accepted: acceptedType(headers.accept) },
  };
}

/** Answers a success itself, because the handler's own writer calls a function for every value of the result. */
async function runOperation(
  request: OperationRequest,
  params: RequestParams,
  { execution, contextOf, log }: GraphqlRouteOptions,
): Promise<Response | readonly GraphQLError[]> {
  const prepared = execution.prepare(params.query, params.operationName ?? null);
  if (isRefusal(prepared)) return prepared;
  if (prepared.operation.operation === 'subscription') {
    return [
      codedError('BAD_REQUEST', 'Subscriptions need a WebSocket with the subprotocol graphql-transport-ws.'),
    ];
  }
  try {
    const { signal, accepted } = request.context;
    const ctx = await contextOf(request.raw, signal);
    const includeCost = request.raw.headers[COST_HEADER] === '1';
    const result = await execution.execute(prepared, params.variables ?? {}, ctx, { includeCost });
    return toResponse(result, accepted);
  } catch (error) {
    return [presentError(error, log)];
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
  return [JSON.stringify(result), { status, statusText: '', headers }];
}

/** The handler's own complaints about a request are plain errors that describe it; all others are ours already. */
function requestError(error: Readonly<GraphQLError | Error>, log: Logger): GraphQLError {
  if (error instanceof AppError) return presentError(error, log);
  return error instanceof GraphQLError ? error : codedError('BAD_REQUEST', `${error.message}.`);
}

function send(reply: FastifyReply, [body, { status, headers }]: Response): void {
  if (body === null)
    return sendCoded(reply, status, codedError('BAD_REQUEST', REFUSALS[status] ?? 'Refused.'));
  reply
    .code(status)
    .headers(headers ?? {})
    .send(body);
}

const REFUSALS: Record<number, string> = {
  406: `Accept ${GRAPHQL_TYPE} or ${JSON_TYPE} in UTF-8.`,
  415: `Send ${JSON_TYPE} in UTF-8, uncompressed, or multipart/form-data.`,
};

const STATUSES: Partial<Record<ErrorCode, number>> = {
  BAD_REQUEST: 400,
  PAYLOAD_TOO_LARGE: 413,
  TIMEOUT: 408,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
};

function sendError(reply: FastifyReply, error: unknown, log: Logger): void {
  const presented = presentError(error, log);
  const status = STATUSES[codeOf(presented)] ?? 500;
  // What the client still sends would be taken for its next request.
  if (status === 413 || status === 408) reply.header('connection', 'close');
  sendCoded(reply, status, presented);
}

function sendOnlyPost(reply: FastifyReply): void {
  reply.header('allow', 'POST');
  sendCoded(reply, 405, codedError('BAD_REQUEST', 'Operations are sent by POST.'));
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

/** The type that the handler answers with, found in its way: the first one of the list that it can write. */
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

function isMultipart(request: FastifyRequest): boolean {
  return mediaType(request.headers['content-type']) === 'multipart/form-data';
}

function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase(); // `split` gives at least one part
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
