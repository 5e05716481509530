import type { Loader } from '#platform/request/loader.ts';
import { pageLoader } from '#platform/request/page-loader.ts';
import {
  listCalls,
  listInviteesOf,
  listLiveCalls,
  listMembers,
  listMembersOf,
  listVisibleCalls,
} from './calls.queries.ts';
import type { Call, CallInvitee, CallMember, CallRole } from './calls.types.ts';

/** Calls of which the caller may know. */
export const visibleCallById: Loader<Call> = {
  name: 'visibleCallById',
  batch: async (ctx, ids) => {
    const found = ctx.user ? await listVisibleCalls(ctx.db, { userId: ctx.user.id, ids }) : [];
    return new Map(found.map((call) => [call.id, call]));
  },
};

/** Calls that the caller was told of. */
export const toldCallById: Loader<Call> = {
  name: 'toldCallById',
  isForEverybody: true,
  batch: async (ctx, ids) => new Map((await listCalls(ctx.db, ids)).map((call) => [call.id, call])),
};

/** The live calls of conversations, for who may join them. */
export const liveCallByConversation: Loader<Call> = {
  name: 'liveCallByConversation',
  batch: async (ctx, conversationIds) => {
    const found = ctx.user ? await listLiveCalls(ctx.db, { userId: ctx.user.id, conversationIds }) : [];
    return new Map(found.map((call) => [call.conversationId, call]));
  },
};

/** The caller's own part in calls. */
export const ownMemberByCall: Loader<CallMember> = {
  name: 'ownMemberByCall',
  batch: async (ctx, callIds) => {
    const found = ctx.user ? await listMembersOf(ctx.db, { userId: ctx.user.id, callIds }) : [];
    return new Map(found.map((member) => [member.callId, member]));
  },
};

export const ownInviteeByCall: Loader<CallInvitee> = {
  name: 'ownInviteeByCall',
  batch: async (ctx, callIds) => {
    const found = ctx.user ? await listInviteesOf(ctx.db, { userId: ctx.user.id, callIds }) : [];
    return new Map(found.map((invitee) => [invitee.callId, invitee]));
  },
};

type MemberPageLoader = ReturnType<typeof pageLoader<CallMember>>;

/** Loaders by their sets of roles, of which there are few. */
const memberPages = new Map<string, MemberPageLoader>();

/** Pages of the members of calls that the caller sees: of all, or of those with one of some roles. */
export function membersOf(roles: readonly CallRole[] | null): MemberPageLoader {
  const name = `callMembers ${roles ? [...new Set(roles)].toSorted().join(' ') : 'all'}`;
  const known = memberPages.get(name);
  if (known) return known;
  const made = pageLoader<CallMember>(name, async (ctx, pages) =>
    ctx.user ? listMembers(ctx.db, { viewerId: ctx.user.id, roles, ...pages }) : [],
  );
  memberPages.set(name, made);
  return made;
}
