import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Agent, createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { jwtVerify } from 'jose';
import { listen, loopbackAgent } from '#test/support/transport/loopback-server.ts';
import { selfSignedCertificate } from '#test/support/transport/certificate.ts';
import {
  behaviours,
  type PushServer,
  randomHex,
  type ReceivedPush,
  RETRY_AFTER_SECONDS,
} from './push-behaviour.ts';

export type FcmServer = PushServer & {
  readonly projectId: string;
  readonly serviceAccount: { readonly clientEmail: string; readonly privateKey: string };
  /** Routes the hosts of the provider to this server, over TLS with verification. */
  readonly httpAgent: Agent;
  /** Number of access tokens that were given. */
  accessTokens(): number;
};

const PROJECT = 'plaza-push';

/** A fake of Firebase Cloud Messaging and of the endpoint of access tokens. */
export async function fcmServer(t: TestContext): Promise<FcmServer> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = selfSignedCertificate(keys, ['fcm.googleapis.com', 'oauth2.googleapis.com']);
  const privateKey = String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const received: ReceivedPush[] = [];
  const known = behaviours(() => `fcm:${randomHex(40)}`);
  let given = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = await text(request);
    const reply = (status: number, body: object, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    if (request.url === '/token') {
      await jwtVerify(new URLSearchParams(content).get('assertion') ?? '', keys.publicKey);
      given += 1;
      return reply(200, { access_token: `access-${given}`, expires_in: 3_600, token_type: 'Bearer' });
    }
    if (
      request.url !== `/v1/projects/${PROJECT}/messages:send` ||
      request.headers.authorization !== `Bearer access-${given}`
    ) {
      return reply(401, { error: { status: 'UNAUTHENTICATED', message: 'no' } });
    }
    // The body is the SDK's.
    const { message } = JSON.parse(content) as { message: FcmMessage };
    switch (known.of(message.token)) {
      case 'accepted':
        received.push(receivedOf(message));
        return reply(200, { name: `projects/${PROJECT}/messages/1` });
      case 'gone':
        return reply(404, refusal('NOT_FOUND', 'UNREGISTERED'));
      case 'throttled':
        return reply(429, refusal('RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'), {
          'retry-after': String(RETRY_AFTER_SECONDS),
        });
      case 'refused':
        return reply(400, refusal('INVALID_ARGUMENT', 'INVALID_ARGUMENT'));
      case 'broken':
        return reply(500, refusal('INTERNAL', 'INTERNAL'));
      case 'nonsense':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
        return;
      case 'slow':
        return;
    }
  }

  const server = createServer({ key: privateKey, cert: certificate }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const port = await listen(t, server);
  return {
    received,
    tokenThat: known.tokenThat,
    behave: known.behave,
    cutOff: async () => {
      server.close();
      server.closeAllConnections();
    },
    projectId: PROJECT,
    serviceAccount: { clientEmail: 'push@plaza.example', privateKey },
    httpAgent: loopbackAgent(t, port, certificate),
    accessTokens: () => given,
  };
}

type FcmMessage = {
  readonly token: string;
  readonly notification?: { readonly title: string; readonly body: string };
  readonly data: Readonly<Record<string, string>>;
  readonly android: Readonly<Record<string, unknown>>;
};

function receivedOf({ token, notification, data, android }: FcmMessage): ReceivedPush {
  const { id = '', ...rest } = data;
  const { priority, ...details } = android;
  return {
    token,
    id,
    title: notification?.title ?? null,
    body: notification?.body ?? null,
    data: rest,
    isUrgent: priority === 'high',
    details,
  };
}

const refusal = (status: string, errorCode: string): object => ({
  error: {
    status,
    message: 'no',
    details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
  },
});
