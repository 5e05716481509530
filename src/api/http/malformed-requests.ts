import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER, requestIdOf } from '#platform/kernel/request-scope.ts';

/** Answers a request whose path cannot be decoded; it reaches no route. */
export function sendBadPath(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.header(REQUEST_ID_HEADER, request.id);
  void reply.code(400).send(answerBody('BAD_REQUEST', 'The path is malformed.'));
}

/** Malformed HTTP never becomes a request, so the answer is written directly to the socket. */
export function refuseMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, code, message] = REFUSALS[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify(answerBody(code, message));
  const headers = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${requestIdOf(undefined)}`,
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  // Does not wait for a peer that continues sending.
  socket.destroySoon();
}

type Refusal = readonly [status: string, code: string, message: string];

const NOT_HTTP: Refusal = ['400 Bad Request', 'BAD_REQUEST', 'The request is malformed.'];

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'PAYLOAD_TOO_LARGE',
    'The headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'TIMEOUT', 'The request took too long to arrive.'],
};

const answerBody = (code: string, message: string): object => ({
  errors: [{ message, extensions: { code } }],
});
