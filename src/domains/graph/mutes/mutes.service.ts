import { z } from 'zod';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { UserContext } from '#platform/context.ts';
import {
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
  timeKey,
  type TimeKey,
} from '#platform/db/keyset.ts';
import { prime } from '#platform/loader.ts';
import { invalid, parseInput } from '#platform/parse-input.ts';
import { visibleUser } from '../follows/follows.service.ts';
import { expiryOf } from './expiry.ts';
import { deleteMute, listMutedUsers, upsertMute } from './mutes.queries.ts';
import type { MutedUser, MuteScope } from './mutes.types.ts';

const SCOPES = ['POSTS', 'REPOSTS', 'COMMENTS', 'NOTIFICATIONS'] as const satisfies MuteScope[];

/**
 * Hides what a person does from the caller, who stays the only one to know. Muting again replaces scopes and end.
 * @throws AppError NOT_FOUND for who is absent or invisible
 */
export async function muteUser(
  ctx: UserContext,
  input: {
    userId: string;
    scopes?: readonly MuteScope[] | null | undefined;
    until?: Date | null | undefined;
  },
): Promise<User> {
  if (input.userId === ctx.user.id) throw invalid(['userId'], 'Nobody can mute themselves.', 'notSelf');
  const { scopes } = parseInput(z.object({ scopes: z.array(z.enum(SCOPES)).min(1).nullish() }), input);
  const expiresAt = expiryOf(ctx, input.until);
  const user = await visibleUser(ctx, input.userId);
  await ctx.transaction((tx) =>
    upsertMute(tx, {
      muterId: ctx.user.id,
      mutedId: user.id,
      scopes: SCOPES.filter((scope) => scopes?.includes(scope) ?? true),
      mutedAt: ctx.clock.now(),
      expiresAt,
    }),
  );
  return user;
}

/** Lifts the caller's mute; repeating it is success. @throws AppError NOT_FOUND for who is absent or invisible */
export async function unmuteUser(ctx: UserContext, input: { userId: string }): Promise<User> {
  const user = await visibleUser(ctx, input.userId);
  await ctx.transaction((tx) => deleteMute(tx, { muterId: ctx.user.id, mutedId: user.id }));
  return user;
}

const mutedUsersList: KeysetList<TimeKey> = { name: 'mutedUsers', key: timeKey };

/** Whom the caller mutes at this moment, newest first. */
export async function mutedUsers(ctx: UserContext, args: PageArgs): Promise<Page<MutedUser>> {
  const page = parsePage(mutedUsersList, args, ctx.limits);
  const rows = await listMutedUsers(ctx.db, { id: ctx.user.id, now: ctx.clock.now() }, page);
  for (const user of rows) prime(ctx, visibleUserById, user.id, user);
  return pageOf(mutedUsersList, page, rows, (user) => [user.mutedAt.getTime(), user.id]);
}
