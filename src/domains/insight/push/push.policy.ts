import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import type { PushPorts, PushProvider } from '#ports/push.ts';
import type { PushDevice, PushEnvironment, PushPlatform } from './push.types.ts';

export const PROVIDER_OF: Readonly<Record<PushPlatform, PushProvider>> = {
  FCM: 'FCM',
  APNS: 'APNS',
  APNS_VOIP: 'APNS',
  WEB_PUSH: 'WEB_PUSH',
};

/** The platforms whose provider is configured, in the order of the table. */
export const platformsOf = (ports: PushPorts): PushPlatform[] =>
  // The keys of the table are its type's.
  (Object.keys(PROVIDER_OF) as PushPlatform[]).filter((platform) => ports[PROVIDER_OF[platform]]);

/** Whether a device takes a kind of message: calls ring those of CallKit, and whatever has no device of that kind in its session. */
export function devicesFor<Device extends Pick<PushDevice, 'platform' | 'sessionId'>>(
  kind: 'ALERT' | 'VOIP',
  devices: readonly Device[],
): Device[] {
  if (kind === 'ALERT') return devices.filter(({ platform }) => platform !== 'APNS_VOIP');
  const ringing = new Set(
    devices.filter(({ platform }) => platform === 'APNS_VOIP').map(({ sessionId }) => sessionId),
  );
  return devices.filter(({ platform, sessionId }) => platform === 'APNS_VOIP' || !ringing.has(sessionId));
}

export type DeviceInput = {
  readonly platform: PushPlatform;
  readonly token: string;
  readonly appId: string;
  readonly locale: string;
  readonly environment?: PushEnvironment | null | undefined;
};

export const TOKEN_LENGTH_MAX = 4_096;
export const APP_ID_LENGTH_MAX = 155;

const deviceSchema = z.object({
  token: z.string().trim().min(1).max(TOKEN_LENGTH_MAX),
  appId: z
    .string()
    .max(APP_ID_LENGTH_MAX)
    .regex(/^[a-z\d][\w.-]*$/i, 'Use the identifier of the app, such as com.example.app.'),
  locale: z
    .string()
    .max(35)
    .regex(/^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i, 'Use a language tag, such as en-GB.'),
});

/** @throws ValidationFailed */
export function parseDevice(ports: PushPorts, input: DeviceInput) {
  const { token, appId, locale } = parseInput(deviceSchema, input);
  const { platform, environment } = input;
  const port = ports[PROVIDER_OF[platform]];
  if (!port) throw invalid(['platform'], 'Use one of the platforms of `pushSetup`.', 'platform');
  if (!port.isToken(token)) throw invalid(['token'], 'Give the token as the platform gave it.', 'format');
  return { platform, token, appId, locale, environment: environment ?? ('PRODUCTION' as const) };
}

/**
 * By which a token is found. A plain digest suffices, since tokens are random; one with a key would no more be found once the key
 * is replaced, and the device would stay with its former owner.
 */
export const tokenHashOf = (platform: PushPlatform, token: string): Buffer =>
  createHash('sha256')
    .update(platform === 'WEB_PUSH' ? endpointOf(token) : token)
    .digest();

const endpointSchema = z.object({ endpoint: z.string() });

/** Of a subscription, whose JSON may be written in several ways. */
function endpointOf(token: string): string {
  try {
    return endpointSchema.parse(JSON.parse(token)).endpoint;
  } catch {
    return token;
  }
}

/** Longer than a batch takes: a worker that holds rows longer is dead. */
export const LEASE_MS = MINUTE_MS;

const RETRY_MIN_MS = 5 * SECOND_MS;
const RETRY_MAX_MS = 10 * MINUTE_MS;

/** Pause after an attempt to which the provider did not answer. */
export const retryPauseMs = (attempts: number): number =>
  Math.min(RETRY_MIN_MS * 2 ** (attempts - 1), RETRY_MAX_MS);

/** Pause of a provider that answers for no device. */
export const PROVIDER_PAUSE_MS = 15 * SECOND_MS;
