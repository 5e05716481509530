import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { text } from 'node:stream/consumers';
import { importPKCS8, SignJWT } from 'jose';
import type { Clock } from '#platform/kernel/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import type { PushAnswer, PushMessage, PushPort } from '#ports/push.ts';
import { GONE, OK, PATIENCE, type Patience, refused, sendEach, throttled, UNAVAILABLE } from './answers.ts';

export type ApnsOptions = {
  /** PEM of the signing key, PKCS #8. */
  readonly key: string;
  readonly keyId: string;
  readonly teamId: string;
  readonly clock: Clock;
  /** Addresses of the two environments, for tests. */
  readonly origins?: Readonly<Record<PushMessage['environment'], string>>;
  /** PEM; a trusted authority in place of the system's. */
  readonly trusted?: string;
  readonly patience?: Patience;
};

const ORIGINS = {
  PRODUCTION: 'https://api.push.apple.com',
  SANDBOX: 'https://api.sandbox.push.apple.com',
};

/**
 * Sends by Apple's push notification service: HTTP/2, a connection for each environment, and a signed token in place of certificates.
 * @throws Error for an invalid key, at construction and not at the first use
 */
export async function createApnsPush(options: ApnsOptions): Promise<PushPort> {
  const { origins = ORIGINS, trusted, patience = PATIENCE, clock } = options;
  const bearer = await signedBearer(options);
  const connections = {
    PRODUCTION: keptConnection(origins.PRODUCTION, trusted),
    SANDBOX: keptConnection(origins.SANDBOX, trusted),
  };

  async function send(message: PushMessage, signal: AbortSignal): Promise<PushAnswer> {
    const connection = connections[message.environment];
    const request = connection
      .open()
      .request({ ...headersOf(message), authorization: `bearer ${await bearer.current()}` }, { signal });
    signal.addEventListener('abort', connection.drop, { once: true });
    const answered = new Promise<Record<string, unknown>>((resolve, reject) => {
      request
        .once('response', resolve)
        .once('error', reject)
        .once('close', () => reject(new Error('closed')));
    });
    request.end(JSON.stringify(bodyOf(message)));
    const headers = await answered;
    const { reason } = reasonOf(await text(request));
    const status = Number(headers[constants.HTTP2_HEADER_STATUS]);
    if (status === 403) bearer.renew();
    return answerOf(status, { reason, retryAfter: headers['retry-after'], now: clock.now() });
  }

  return {
    send: (messages) => sendEach(messages, patience, send),
    isToken: (token) => TOKEN.test(token),
    publicKey: null,
    close: async () => Object.values(connections).forEach((connection) => connection.drop()),
  };
}

const TOKEN = /^(?:[\da-f]{2}){32,100}$/i;

function answerOf(
  status: number,
  { reason, retryAfter, now }: { reason: string; retryAfter: unknown; now: Date },
): PushAnswer {
  if (status === 200) return OK;
  if (status === 410) return GONE;
  if (status === 429 || (status === 503 && retryAfter !== undefined)) return throttled(retryAfter, now);
  // 403 is about our own key, which says nothing of the message.
  if (status === 403 || status < 400 || status >= 500) return UNAVAILABLE;
  return refused(reason);
}

/** Errors are objects with a reason; answers without one come from something else on the way. */
function reasonOf(body: string): { reason: string } {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null && 'reason' in parsed)
      return { reason: String(parsed.reason) };
  } catch {
    // Not JSON.
  }
  return { reason: 'Unknown' };
}

const URGENT = '10';
const CAREFUL = '5';
/** Limit of Apple, in bytes. */
const COLLAPSE_ID_MAX = 64;

function headersOf(message: PushMessage): Record<string, string> {
  const { id, token, kind, appId, shown, collapseKey, isUrgent, expiresAt } = message;
  const isVoip = kind === 'VOIP';
  return {
    [constants.HTTP2_HEADER_METHOD]: 'POST',
    [constants.HTTP2_HEADER_PATH]: `/3/device/${token.toLowerCase()}`,
    'apns-id': id,
    'apns-topic': isVoip ? `${appId}.voip` : appId,
    'apns-push-type': isVoip ? 'voip' : shown ? 'alert' : 'background',
    // Apple refuses a background message of high priority, and delays a call of a low one.
    'apns-priority': isVoip || (shown && isUrgent) ? URGENT : CAREFUL,
    'apns-expiration': String(Math.floor(expiresAt.getTime() / SECOND_MS)),
    ...(collapseKey !== null && { 'apns-collapse-id': collapseKey.slice(0, COLLAPSE_ID_MAX) }),
  };
}

const bodyOf = ({ shown, data, badge, kind }: PushMessage): object => ({
  aps: {
    ...(shown && { alert: shown, sound: 'default', 'mutable-content': 1 }),
    ...(!shown && kind === 'ALERT' && { 'content-available': 1 }),
    ...(badge !== null && { badge }),
  },
  ...data,
});

/** Apple refuses tokens that are older than an hour, and those that are made anew within 20 minutes. */
const BEARER_LIFE_MS = 50 * MINUTE_MS;
const BEARER_AGE_MIN_MS = 20 * MINUTE_MS;

async function signedBearer({ key, keyId, teamId, clock }: ApnsOptions) {
  const signingKey = await importPKCS8(key, 'ES256');
  let made: { readonly atMs: number; readonly token: Promise<string> } | null = null;
  return {
    current(): Promise<string> {
      const nowMs = clock.now().getTime();
      if (!made || nowMs - made.atMs >= BEARER_LIFE_MS) {
        const token = new SignJWT()
          .setProtectedHeader({ alg: 'ES256', kid: keyId })
          .setIssuer(teamId)
          .setIssuedAt(Math.floor(nowMs / SECOND_MS))
          .sign(signingKey);
        made = { atMs: nowMs, token };
      }
      return made.token;
    },
    /** Has the next message sign a new one, after a refusal of this one. */
    renew(): void {
      if (made && clock.now().getTime() - made.atMs >= BEARER_AGE_MIN_MS) made = null;
    },
  };
}

const PING_MS = MINUTE_MS;

type Connection = {
  open(): ClientHttp2Session;
  /** Ends the connection and what waits on it: one that was silent once is not trusted again. */
  readonly drop: () => void;
};

function keptConnection(origin: string, trusted: string | undefined): Connection {
  let kept: ClientHttp2Session | null = null;

  function openAnew(): ClientHttp2Session {
    const session = connect(origin, trusted === undefined ? {} : { ca: trusted });
    const pinging = setInterval(() => {
      if (!session.destroyed) session.ping((error) => error && session.destroy());
    }, PING_MS).unref();
    // Requests fail with their connection; without a listener it would end the process.
    session.on('error', () => undefined);
    session.on('close', () => clearInterval(pinging));
    return session;
  }

  return {
    open() {
      if (!kept || kept.closed || kept.destroyed) kept = openAnew();
      return kept;
    },
    drop() {
      kept?.destroy();
      kept = null;
    },
  };
}
