import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/** Answers a request whose path cannot be decoded; no route ever sees it. */
export function sendUnreadable(_error: unknown, _request: unknown, reply: FastifyReply): void {
  void reply.code(400).send(answerBody('BAD_REQUEST', 'The path cannot be read.'));
}

/** What is not HTTP never becomes a request, so the answer is written to the connection itself. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, code, message] = REFUSALS[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify(answerBody(code, message));
  const headers = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  // A peer that goes on sending is not waited for.
  socket.destroySoon();
}

type Refusal = readonly [status: string, code: string, message: string];

const NOT_HTTP: Refusal = ['400 Bad Request', 'BAD_REQUEST', 'The request cannot be read.'];

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
