import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Agent, createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
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

export type WebPushServer = PushServer & {
  readonly host: string;
  readonly httpsAgent: Agent;
  readonly publicKey: string;
  readonly privateKey: string;
};

const HOST = 'push.example.com';

/** A push service with its browsers: it verifies the signature of the sender, and decrypts what a browser would. */
export async function webPushServer(t: TestContext): Promise<WebPushServer> {
  const tlsKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = selfSignedCertificate(tlsKeys, [HOST]);
  const vapid = createECDH('prime256v1');
  vapid.generateKeys();
  const browsers = new Map<string, { readonly keys: ECDH; readonly auth: Buffer; readonly token: string }>();
  const received: ReceivedPush[] = [];

  function subscribe(): string {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const auth = randomBytes(16);
    const path = `/send/${randomHex(16)}`;
    const token = JSON.stringify({
      endpoint: `https://${HOST}${path}`,
      expirationTime: null,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    });
    browsers.set(path, { keys, auth, token });
    return token;
  }
  const known = behaviours(subscribe);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const browser = browsers.get(request.url ?? '');
    if (!browser) return void response.writeHead(404).end();
    await verify(request.headers.authorization ?? '', vapid);
    switch (known.of(browser.token)) {
      case 'accepted': {
        // The payload is our adapter's.
        const payload = JSON.parse(decrypted(body, browser).toString('utf8')) as Payload;
        received.push(receivedOf(browser.token, payload, request));
        return void response.writeHead(201).end();
      }
      case 'gone':
        return void response.writeHead(410).end();
      case 'throttled':
        return void response.writeHead(429, { 'retry-after': String(RETRY_AFTER_SECONDS) }).end();
      case 'refused':
        return void response.writeHead(413).end();
      case 'broken':
        return void response.writeHead(500).end();
      case 'nonsense':
        request.socket.end('this is no HTTP\r\n\r\n');
        return;
      case 'slow':
        return;
    }
  }

  const tlsKey = String(tlsKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const server = createServer({ key: tlsKey, cert: certificate }, (request, response) => {
    answer(request, response).catch(() => response.writeHead(403).end());
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
    host: HOST,
    httpsAgent: loopbackAgent(t, port, certificate),
    publicKey: vapid.getPublicKey('base64url'),
    privateKey: vapid.getPrivateKey('base64url'),
  };
}

type Payload = {
  readonly id: string;
  readonly title?: string;
  readonly body?: string;
  readonly data: Readonly<Record<string, string>>;
  readonly badge?: number;
};

function receivedOf(token: string, payload: Payload, { headers }: IncomingMessage): ReceivedPush {
  return {
    token,
    id: payload.id,
    title: payload.title ?? null,
    body: payload.body ?? null,
    data: payload.data,
    isUrgent: headers['urgency'] === 'high',
    details: { badge: payload.badge ?? null, ttl: headers['ttl'], topic: headers['topic'] },
  };
}

/** RFC 8292: a token of the key that the browser has subscribed with. @throws Error for another one */
async function verify(authorization: string, vapid: ECDH): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  if (key !== vapid.getPublicKey('base64url')) throw new Error('another key');
  const point = vapid.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }), { audience: `https://${HOST}` });
}

/** RFC 8291 and RFC 8188, of one record. */
function decrypted(body: Buffer, { keys, auth }: { keys: ECDH; auth: Buffer }): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const shared = Buffer.from(hkdfSync('sha256', keys.computeSecret(senderKey), auth, info, 32));
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${purpose}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}
