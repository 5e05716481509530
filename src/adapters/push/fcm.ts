import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:https';
import type { Credential } from 'firebase-admin/app';
import type { Message } from 'firebase-admin/messaging';
import type { Clock } from '#platform/kernel/clock.ts';
import type { PushAnswer, PushMessage, PushPort } from '#ports/push.ts';
import { GONE, OK, PATIENCE, type Patience, refused, sendEach, throttled, UNAVAILABLE } from './answers.ts';

export type FcmOptions = {
  readonly projectId: string;
  /** Gives access tokens of the service account. */
  readonly credential: Credential;
  readonly clock: Clock;
  readonly httpAgent?: Agent;
  readonly patience?: Patience;
};

/** Sends by Firebase Cloud Messaging, to Android above all. */
export async function createFcmPush(options: FcmOptions): Promise<PushPort> {
  // Loaded only here, so that installations with another provider do not pay for it.
  const [{ deleteApp, initializeApp }, { getMessaging }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/messaging'),
  ]);
  const { projectId, credential, httpAgent, clock, patience = PATIENCE } = options;
  const app = initializeApp(
    { projectId, credential, ...(httpAgent && { httpAgent }) },
    // A unique name: another adapter may use the same SDK.
    `push-${randomUUID()}`,
  );
  const messaging = getMessaging(app);
  let closed: Promise<void> | null = null;

  /** By `send` and not by `sendEach`, which answers for all once the slowest has been retried. */
  async function send(message: PushMessage): Promise<PushAnswer> {
    try {
      await messaging.send(messageOf(message, clock.now()));
      return OK;
    } catch (error) {
      return answerOf(error, clock.now());
    }
  }

  return {
    send: (messages) => sendEach(messages, patience, send),
    isToken: (token) => TOKEN.test(token),
    publicKey: null,
    close: () => (closed ??= deleteApp(app)),
  };
}

const TOKEN = /^[\w:.-]{16,4096}$/;

function messageOf(message: PushMessage, now: Date): Message {
  const { token, shown, data, badge, collapseKey, isUrgent, expiresAt } = message;
  return {
    token,
    ...(shown && { notification: shown }),
    data: { ...data, id: message.id },
    android: {
      priority: isUrgent ? 'high' : 'normal',
      ttl: Math.max(expiresAt.getTime() - now.getTime(), 0),
      ...(collapseKey !== null && { collapseKey }),
      ...(shown &&
        (badge !== null || collapseKey !== null) && {
          notification: {
            ...(badge !== null && { notificationCount: badge }),
            ...(collapseKey !== null && { tag: collapseKey }),
          },
        }),
    },
  };
}

const GONE_CODES: ReadonlySet<string> = new Set([
  'messaging/registration-token-not-registered',
  'messaging/installation-id-not-registered',
]);
/** About our account or the server, not about the message. */
const PASSING_CODES: ReadonlySet<string> = new Set([
  'messaging/authentication-error',
  'messaging/third-party-auth-error',
  'messaging/internal-error',
  'messaging/server-unavailable',
  'messaging/unknown-error',
]);

type SdkFailure = { readonly code: string; readonly status: number; readonly retryAfter: unknown };

function answerOf(error: unknown, now: Date): PushAnswer {
  const { code, status, retryAfter } = failureOf(error);
  if (GONE_CODES.has(code)) return GONE;
  if (status === 429 || (status === 503 && retryAfter !== undefined)) return throttled(retryAfter, now);
  if (!code.startsWith('messaging/') || PASSING_CODES.has(code)) return UNAVAILABLE;
  return refused(code.slice('messaging/'.length));
}

function failureOf(error: unknown): SdkFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const response = error instanceof Error && 'httpResponse' in error ? error.httpResponse : undefined;
  // The SDK types its responses, and gives them with some of its errors.
  const { status = 0, headers = {} } = (response ?? {}) as {
    status?: number;
    headers?: Record<string, unknown>;
  };
  return { code, status, retryAfter: headers['retry-after'] };
}
