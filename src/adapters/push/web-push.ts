import { createHash } from 'node:crypto';
import { Agent } from 'node:https';
import { z } from 'zod';
import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { PushAnswer, PushMessage, PushPort } from '#ports/push.ts';
import { GONE, OK, PATIENCE, type Patience, refused, sendEach, throttled, UNAVAILABLE } from './answers.ts';

export type WebPushOptions = {
  /** `mailto:` or `https:`, by which push services reach the operator. */
  readonly subject: string;
  /** The pair of keys of VAPID (RFC 8292), in base64url. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** Hosts of push services, of which `*.` covers all below; requests go nowhere else. */
  readonly hosts: readonly string[];
  readonly clock: Clock;
  readonly httpsAgent?: Agent;
  readonly patience?: Patience;
};

const SOCKETS_PER_HOST = 50;

/** Sends to browsers by their push services, encrypted for each (RFC 8291). */
export function createWebPush(options: WebPushOptions): PushPort {
  const { subject, publicKey, privateKey, hosts, clock, patience = PATIENCE } = options;
  const agent = options.httpsAgent ?? new Agent({ keepAlive: true, maxSockets: SOCKETS_PER_HOST });
  const subscriptionOf = subscriptionReader(hosts);

  async function send(message: PushMessage): Promise<PushAnswer> {
    const subscription = subscriptionOf(message.token);
    if (!subscription) return refused('Subscription');
    // Loaded at the first use: most starts send nothing to a browser.
    const { default: webPush } = await import('web-push');
    const { expiresAt, isUrgent, collapseKey } = message;
    const lifeMs = Math.max(expiresAt.getTime() - clock.now().getTime(), 0);
    try {
      await webPush.sendNotification(subscription, JSON.stringify(payloadOf(message)), {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: Math.floor(lifeMs / SECOND_MS),
        urgency: isUrgent ? 'high' : 'normal',
        ...(collapseKey !== null && { topic: topicOf(collapseKey) }),
        agent,
        timeout: patience.messageMs,
      });
      return OK;
    } catch (error) {
      if (error instanceof webPush.WebPushError) {
        return answerOf(error.statusCode, { retryAfter: error.headers['retry-after'], now: clock.now() });
      }
      throw error;
    }
  }

  return {
    send: (messages) => sendEach(messages, patience, send),
    isToken: (token) => subscriptionOf(token) !== null,
    publicKey,
    close: async () => agent.destroy(),
  };
}

function answerOf(status: number, { retryAfter, now }: { retryAfter: unknown; now: Date }): PushAnswer {
  if (status === 404 || status === 410) return GONE;
  if (status === 429 || (status === 503 && retryAfter !== undefined)) return throttled(retryAfter, now);
  if (status >= 400 && status < 500) return refused(`HTTP_${status}`);
  return UNAVAILABLE;
}

const payloadOf = ({ id, shown, data, badge }: PushMessage): object => ({
  id,
  ...shown,
  data,
  ...(badge !== null && { badge }),
});

const TOPIC_LENGTH = 32;

/** Push services take 32 letters, digits, `-` and `_`. */
const topicOf = (collapseKey: string): string =>
  createHash('sha256').update(collapseKey).digest('base64url').slice(0, TOPIC_LENGTH);

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+=*$/)
    .refine((key) => Buffer.from(key, 'base64url').length === bytes);

const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const subscriptionSchema = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(2_048),
  keys: z.object({ p256dh: base64url(POINT_BYTES), auth: base64url(AUTH_BYTES) }),
});

type Subscription = z.output<typeof subscriptionSchema>;

/**
 * Reads subscriptions. They come from clients, and the server sends requests to their endpoints: it must not be led anywhere but to
 * push services.
 */
function subscriptionReader(hosts: readonly string[]): (token: string) => Subscription | null {
  const isHost = (hostname: string): boolean =>
    hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host));
  return (token) => {
    let given: unknown;
    try {
      given = JSON.parse(token);
    } catch {
      return null;
    }
    const { data: subscription } = subscriptionSchema.safeParse(given);
    if (!subscription) return null;
    const { hostname, port, username, password } = new URL(subscription.endpoint);
    const isPlain = port === '' && username === '' && password === '';
    return isPlain && isHost(hostname) ? subscription : null;
  };
}
