import { lastSeenByUser } from '#domains/identity/sessions/sessions.loaders.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { setUserFlags } from '#domains/identity/users/users.service.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import { MINUTE_MS } from '#platform/kernel/clock.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { namesOf } from '#platform/kernel/records.ts';
import { refuseNulls } from '#platform/kernel/parse-input.ts';
import { load } from '#platform/request/loader.ts';
import { entitlementEdgesByUser } from '../entitlements/entitlements.loaders.ts';
import { followEdgesByUser } from '../follows/follows.loaders.ts';
import { privacyChanged } from './privacy.events.ts';
import { privacyByUser } from './privacy.loaders.ts';
import {
  isInAudience,
  audienceFor,
  DEFAULT_AUDIENCES,
  settingsAllow,
  type Relation,
} from './privacy.policy.ts';
import { listPrivacySettings, upsertAudiences } from './privacy.queries.ts';
import type { Audience, PrivacyAct, PrivacySettings } from './privacy.types.ts';

/** The caller's own settings. */
export async function myPrivacySettings(ctx: UserContext): Promise<PrivacySettings> {
  const own = await load(ctx, privacyByUser, ctx.user.id);
  if (!own) throw notFound('User');
  return own;
}

type PrivacyInput = { readonly [Name in keyof PrivacySettings]?: PrivacySettings[Name] | null | undefined };

/** Changes only given settings that differ. Follows and follow requests stay as they are. @throws ValidationFailed for null */
export async function updatePrivacySettings(ctx: UserContext, input: PrivacyInput): Promise<PrivacySettings> {
  const userId = ctx.user.id;
  refuseNulls(input, [...FLAGS, ...AUDIENCES]);
  await ctx.transaction(async (tx) => {
    // Follows take the same lock, so that none is made while the account becomes private.
    await lockUsers(tx, [userId]);
    const [current] = await listPrivacySettings(tx, [userId]);
    if (!current) throw notFound('User');
    const flags = changesOf(FLAGS, current, input);
    const audiences = changesOf(AUDIENCES, current, input);
    const updatedAt = ctx.clock.now();
    if (flags) await setUserFlags(tx, userId, { ...flags, updatedAt });
    if (audiences) await upsertAudiences(tx, userId, { ...audiences, updatedAt });
    if (flags || audiences) tx.emit(privacyChanged, { userId });
  });
  return myPrivacySettings(ctx);
}

const FLAGS = ['isPrivate', 'isDiscoverable', 'requiresSignIn'] as const;
const AUDIENCES = namesOf(DEFAULT_AUDIENCES);

/** Null when nothing of `names` changes. */
function changesOf<Name extends keyof PrivacySettings>(
  names: readonly Name[],
  current: PrivacySettings,
  input: PrivacyInput,
): Partial<Pick<PrivacySettings, Name>> | null {
  const changed = names.filter((name) => input[name] != null && input[name] !== current[name]);
  if (changed.length === 0) return null;
  // Each name has the value that the input gives to it.
  return Object.fromEntries(changed.map((name) => [name, input[name]])) as Partial<
    Pick<PrivacySettings, Name>
  >;
}

/** Whether a user's settings allow the caller this act. Callers check first whether the user is visible. */
export function privacyAllows(ctx: RequestContext, act: PrivacyAct, ownerId: string): Promise<boolean> {
  return privacyAllowsActor(ctx, act, { ownerId, actorId: ctx.user?.id ?? null });
}

/** Whether the caller belongs to an audience that a visible user chose for something of their own. */
export async function isCallerInAudience(
  ctx: RequestContext,
  audience: Audience,
  ownerId: string,
): Promise<boolean> {
  const actorId = ctx.user?.id ?? null;
  const isOwner = ownerId === actorId;
  const asStranger = isInAudience(audience, { ...STRANGER, isOwner });
  if (asStranger || actorId === null) return asStranger;
  return isInAudience(audience, await relationOf(ctx, audience, { ownerId, actorId }));
}

/** Lists the users who allow the caller an act and whom the caller allows the same: hiding one's own hides that of others. */
export async function listMutuallyAllowed(
  ctx: UserContext,
  act: PrivacyAct,
  otherIds: readonly string[],
): Promise<string[]> {
  const callerId = ctx.user.id;
  const areAllowed = await Promise.all(
    otherIds.map(async (otherId) => {
      const [theirs, own] = await Promise.all([
        privacyAllowsActor(ctx, act, { ownerId: otherId, actorId: callerId }),
        privacyAllowsActor(ctx, act, { ownerId: callerId, actorId: otherId }),
      ]);
      return theirs && own;
    }),
  );
  return otherIds.filter((_id, index) => areAllowed[index]);
}

const LAST_SEEN_STEP_MS = 5 * MINUTE_MS;

/** The time of last use, rounded down to 5 minutes; null when either of the two hides theirs from the other. */
export async function lastSeenAt(ctx: UserContext, user: User): Promise<Date | null> {
  const [visibleId] = await listMutuallyAllowed(ctx, 'SEE_LAST_SEEN', [user.id]);
  const seenAt = visibleId === undefined ? null : await load(ctx, lastSeenByUser, visibleId);
  return seenAt && new Date(Math.floor(seenAt.getTime() / LAST_SEEN_STEP_MS) * LAST_SEEN_STEP_MS);
}

/** The two users of an act. One of them is the caller; the actor is null for an anonymous one. */
type OwnerAndActor = { readonly ownerId: string; readonly actorId: string | null };

async function privacyAllowsActor(
  ctx: RequestContext,
  act: PrivacyAct,
  { ownerId, actorId }: OwnerAndActor,
): Promise<boolean> {
  const settings = await load(ctx, privacyByUser, ownerId);
  if (!settings) return false;
  const isOwner = ownerId === actorId;
  const asStranger = settingsAllow(settings, act, { ...STRANGER, isOwner });
  // Most audiences include everyone, and the relation of the two need not be read.
  if (asStranger || isOwner || actorId === null) return asStranger;
  return settingsAllow(
    settings,
    act,
    await relationOf(ctx, audienceFor(settings, act), { ownerId, actorId }),
  );
}

const STRANGER: Relation = { isOwner: false, isFollower: false, isFollowed: false, isSubscriber: false };

/** Entitlements are read only for the audience that depends on them. */
async function relationOf(
  ctx: RequestContext,
  audience: Audience,
  pair: { ownerId: string; actorId: string },
): Promise<Relation> {
  const isCallerOwner = pair.ownerId === ctx.user?.id;
  const otherId = isCallerOwner ? pair.actorId : pair.ownerId;
  const [follow, entitlement] = await Promise.all([
    load(ctx, followEdgesByUser, otherId),
    audience === 'SUBSCRIBERS' ? load(ctx, entitlementEdgesByUser, otherId) : null,
  ]);
  // Edges are seen from the caller, a relation from the owner.
  const [fromCaller, toCaller] = [follow?.isFollowed ?? false, follow?.isFollower ?? false];
  return {
    isOwner: false,
    isFollower: isCallerOwner ? toCaller : fromCaller,
    isFollowed: isCallerOwner ? fromCaller : toCaller,
    isSubscriber: (isCallerOwner ? entitlement?.isSubscriber : entitlement?.isSubscribed) ?? false,
  };
}
