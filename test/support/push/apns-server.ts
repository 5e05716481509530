import { generateKeyPairSync } from 'node:crypto';
import { createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { jwtVerify } from 'jose';
import { selfSignedCertificate } from '#test/support/transport/certificate.ts';
import {
  behaviours,
  type PushServer,
  randomHex,
  type ReceivedPush,
  RETRY_AFTER_SECONDS,
} from './push-behaviour.ts';

export type ApnsServer = PushServer & {
  readonly origin: string;
  readonly certificate: string;
  readonly key: string;
  readonly keyId: string;
  readonly teamId: string;
  /** Authorization headers, without repetitions. */
  readonly bearers: ReadonlySet<string>;
  /** Number of connections that were opened. */
  connections(): number;
  /** Ends all connections, as a server does that is restarted. */
  hangUp(): void;
};

const KEY_ID = 'ABC1234567';
const TEAM_ID = 'TEAM123456';

/** A fake of Apple's service: HTTP/2 over TLS, which verifies the signed tokens. */
export async function apnsServer(t: Pick<TestContext, 'after'>): Promise<ApnsServer> {
  const tlsKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signing = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = selfSignedCertificate(tlsKeys, ['localhost']);
  const received: ReceivedPush[] = [];
  const bearers = new Set<string>();
  const sessions = new Set<ServerHttp2Session>();
  const known = behaviours(() => randomHex(32));
  let opened = 0;

  async function answer(
    stream: ServerHttp2Stream,
    headers: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const bearer = String(headers['authorization']);
    const body = await text(stream);
    const token = /^\/3\/device\/([\da-f]+)$/.exec(String(headers[':path']))?.[1] ?? '';
    const refuse = (status: number, reason: string, more: Record<string, string> = {}): void => {
      stream.respond({ ':status': status, ...more });
      stream.end(JSON.stringify({ reason }));
    };
    try {
      const { payload, protectedHeader } = await jwtVerify(bearer.replace('bearer ', ''), signing.publicKey);
      if (payload.iss !== TEAM_ID || protectedHeader.kid !== KEY_ID) throw new Error('another key');
    } catch {
      refuse(403, 'InvalidProviderToken');
      return;
    }
    bearers.add(bearer);
    switch (known.of(token)) {
      case 'accepted': {
        received.push(receivedOf(token, headers, body));
        stream.respond({ ':status': 200 });
        stream.end();
        return;
      }
      case 'gone':
        return refuse(410, 'Unregistered');
      case 'throttled':
        return refuse(429, 'TooManyRequests', { 'retry-after': String(RETRY_AFTER_SECONDS) });
      case 'refused':
        return refuse(400, 'BadDeviceToken');
      case 'broken':
        return refuse(500, 'InternalServerError');
      case 'nonsense':
        return stream.close();
      case 'slow':
        return;
    }
  }

  const privateKey = String(tlsKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const server = createSecureServer({ key: privateKey, cert: certificate });
  server.on('session', (session) => {
    opened += 1;
    sessions.add(session);
    session.on('error', () => undefined).on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    answer(stream, headers).catch(() => stream.close());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  const hangUp = (): void => sessions.forEach((session) => session.destroy());
  const cutOff = async (): Promise<void> => {
    server.close();
    hangUp();
  };
  t.after(cutOff);
  // A server that listens on a TCP port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    received,
    tokenThat: known.tokenThat,
    behave: known.behave,
    cutOff,
    origin: `https://localhost:${port}`,
    certificate,
    key: String(signing.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    keyId: KEY_ID,
    teamId: TEAM_ID,
    bearers,
    connections: () => opened,
    hangUp,
  };
}

function receivedOf(token: string, headers: Readonly<Record<string, unknown>>, body: string): ReceivedPush {
  // The body is our adapter's.
  const { aps, ...data } = JSON.parse(body) as {
    aps: { alert?: { title: string; body: string }; badge?: number };
  };
  return {
    token,
    id: String(headers['apns-id']),
    title: aps.alert?.title ?? null,
    body: aps.alert?.body ?? null,
    data,
    isUrgent: headers['apns-priority'] === '10',
    details: {
      badge: aps.badge ?? null,
      topic: headers['apns-topic'],
      type: headers['apns-push-type'],
      expiration: headers['apns-expiration'],
      collapseId: headers['apns-collapse-id'],
    },
  };
}
