import { lockUsers, updateUserFlags } from '#domains/identity/users/users.service.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import { MINUTE_MS } from '#platform/clock.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import { notFound } from '#platform/errors.ts';
import { forgetLoaded, load } from '#platform/loader.ts';
import { entitlementEdgesByUser } from '../entitlements/entitlements.loaders.ts';
import { followEdgesByUser } from '../follows/follows.loaders.ts';
import { privacyChanged } from './privacy.events.ts';
import { lastSeenByUser, privacyByUser } from './privacy.loaders.ts';
import { admits, audienceFor, DEFAULT_AUDIENCES, permits, type Relation } from './privacy.policy.ts';
import { listPrivacySettings, upsertAudiences } from './privacy.queries.ts';
import type { Audience, Audiences, PrivacyAct, PrivacySettings } from './privacy.types.ts';

/** The caller's own settings. */
export async function privacySettings(ctx: UserContext): Promise<PrivacySettings> {
  const own = await load(ctx, privacyByUser, ctx.user.id);
  if (!own) throw notFound('User');
  return own;
}

type PrivacyInput = { readonly [Name in keyof PrivacySettings]?: PrivacySettings[Name] | null | undefined };

/** Changes what is given and differs. No follow and no request changes with it. */
export async function updatePrivacySettings(ctx: UserContext, input: PrivacyInput): Promise<PrivacySettings> {
  const userId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    // Follows are made under the same lock: none slips past an account that is just going private.
    await lockUsers(tx, [userId]);
    const [current] = await listPrivacySettings(tx, [userId]);
    if (!current) throw notFound('User');
    const flags = changesOf(FLAGS, current, input);
    const audiences = changesOf(AUDIENCES, current, input);
    const updatedAt = ctx.clock.now();
    if (flags) await updateUserFlags(tx, userId, { ...flags, updatedAt });
    if (audiences) await upsertAudiences(tx, userId, { ...audiences, updatedAt });
    if (flags || audiences) tx.emit(privacyChanged, { userId });
  });
  forgetLoaded(ctx);
  return privacySettings(ctx);
}

const FLAGS = ['isPrivate', 'isDiscoverable', 'requiresSignIn'] as const;
// The constant has all of its type's names and no others.
const AUDIENCES = Object.keys(DEFAULT_AUDIENCES) as (keyof Audiences)[];

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

/** Whether the caller may see who follows this person, whom they may see. */
export function canSeeFollowers(ctx: RequestContext, user: User): Promise<boolean> {
  return canDo(ctx, 'SEE_FOLLOWERS', user.id);
}

/** Whether the caller may see whom this person, whom they may see, follows. */
export function canSeeFollowing(ctx: RequestContext, user: User): Promise<boolean> {
  return canDo(ctx, 'SEE_FOLLOWING', user.id);
}

/**
 * Whether a person's settings let the caller do this to them. They say nothing of whether the caller may see the person,
 * which is asked first.
 */
export function canDo(ctx: RequestContext, act: PrivacyAct, ownerId: string): Promise<boolean> {
  return isPermitted(ctx, act, { ownerId, actorId: ctx.user?.id ?? null });
}

/** Whether the caller belongs to an audience that somebody, whom they may see, chose for something of their own. */
export async function isAdmitted(ctx: RequestContext, audience: Audience, ownerId: string): Promise<boolean> {
  const actorId = ctx.user?.id ?? null;
  const isOwner = ownerId === actorId;
  const asStranger = admits(audience, { ...STRANGER, isOwner });
  if (asStranger || actorId === null) return asStranger;
  return admits(audience, await relationOf(ctx, audience, { ownerId, actorId }));
}

/** Which of these people let the caller see it and are let see the same of the caller: who hides theirs sees nobody's. */
export async function listMutuallyAdmitted(
  ctx: UserContext,
  act: PrivacyAct,
  otherIds: readonly string[],
): Promise<string[]> {
  const callerId = ctx.user.id;
  const admitted = await Promise.all(
    otherIds.map(async (otherId) => {
      const [theirs, own] = await Promise.all([
        isPermitted(ctx, act, { ownerId: otherId, actorId: callerId }),
        isPermitted(ctx, act, { ownerId: callerId, actorId: otherId }),
      ]);
      return theirs && own;
    }),
  );
  return otherIds.filter((_id, index) => admitted[index]);
}

const LAST_SEEN_STEP_MS = 5 * MINUTE_MS;

/** Rounded down to 5 minutes; null when either of the two hides theirs from the other. */
export async function lastSeenAt(ctx: UserContext, user: User): Promise<Date | null> {
  const [visibleId] = await listMutuallyAdmitted(ctx, 'SEE_LAST_SEEN', [user.id]);
  const seenAt = visibleId === undefined ? null : await load(ctx, lastSeenByUser, visibleId);
  return seenAt && new Date(Math.floor(seenAt.getTime() / LAST_SEEN_STEP_MS) * LAST_SEEN_STEP_MS);
}

/** Who does something to whom. One of the two is the caller; the actor is null for an anonymous one. */
type Pair = { readonly ownerId: string; readonly actorId: string | null };

async function isPermitted(
  ctx: RequestContext,
  act: PrivacyAct,
  { ownerId, actorId }: Pair,
): Promise<boolean> {
  const settings = await load(ctx, privacyByUser, ownerId);
  if (!settings) return false;
  const isOwner = ownerId === actorId;
  const asStranger = permits(settings, act, { ...STRANGER, isOwner });
  // Most people admit everybody: then nobody need know how the two stand to each other.
  if (asStranger || isOwner || actorId === null) return asStranger;
  return permits(settings, act, await relationOf(ctx, audienceFor(settings, act), { ownerId, actorId }));
}

const STRANGER: Relation = { isOwner: false, isFollower: false, isFollowed: false, isSubscriber: false };

/** Who pays whom is read for the audience that asks for it alone. */
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
