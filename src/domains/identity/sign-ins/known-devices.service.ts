import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { RequestContext } from '#platform/request/context.ts';
import type { AccountKind } from './sign-ins.policy.ts';
import {
  type DeviceOwner,
  findKnownDevice,
  insertKnownDevice,
  trimKnownDevices,
  updateDeviceUsed,
} from './known-devices.queries.ts';

/** A device that has signed in to the account before. */
export type KnownDevice = { readonly token: string; readonly tokenHash: string };

const TOKEN_BYTES = 32;
const TOKEN_LENGTH_MAX = 100;
/** Days since the last sign-in after which a device is forgotten. */
export const DEVICE_LIFE_DAYS = 180;

/** The device of a token that a sign-in to this very account gave; null for any other token. */
export async function knownDeviceOf(
  ctx: RequestContext,
  given: { accountKind: AccountKind; email: string; token: string | null | undefined },
): Promise<KnownDevice | null> {
  const { accountKind, email, token } = given;
  if (token == null || token.length > TOKEN_LENGTH_MAX) return null;
  const tokenHash = hashOf(token);
  const usedAfter = new Date(ctx.clock.now().getTime() - DEVICE_LIFE_DAYS * DAY_MS);
  const isKnown = await findKnownDevice(ctx.db, { accountKind, email, tokenHash, usedAfter });
  return isKnown ? { token, tokenHash } : null;
}

/** The name under which wrong passwords on a device are counted. */
export const ownerKeyOf = (device: KnownDevice | null): string | null =>
  device && `device:${device.tokenHash}`;

/** Records a sign-in on a device. @returns the token that the device presents the next time */
export async function rememberDevice(
  ctx: RequestContext,
  { owner, device }: { owner: DeviceOwner; device: KnownDevice | null },
): Promise<string> {
  const now = ctx.clock.now();
  const token = device?.token ?? randomBytes(TOKEN_BYTES).toString('base64url');
  await ctx.transaction(async (tx) => {
    if (device) return updateDeviceUsed(tx, { tokenHash: device.tokenHash, usedAt: now });
    await insertKnownDevice(tx, { ...owner, tokenHash: hashOf(token), createdAt: now });
    await trimKnownDevices(tx, owner, ctx.limits.knownDevices);
  });
  return token;
}

/** A plain digest suffices: the token is random, so it cannot be guessed. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
