import { notFound } from '#platform/kernel/errors.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import { type ServerActs, withCallServer } from '../calls/call-server.service.ts';
import { assertLive, canManage, forbidden, isPresent, notInState } from '../calls/calls.policy.ts';
import type { Call, CallMember, CallRole } from '../calls/calls.types.ts';
import { endRing } from '../calls/ringing.service.ts';
import {
  changeRole,
  endPart,
  handOver,
  lockCallFor,
  muteMember,
  partOf,
} from '../calls/transitions.service.ts';

export type OnMember = { readonly callId: string; readonly userId: string };

type Target = { readonly call: Call; readonly member: CallMember };

type Rule = {
  /** Whether co-hosts may, and not only the host. */
  readonly byCoHosts: boolean;
  /** Whether people may do it to themselves, whatever their role. */
  readonly bySelf?: true;
};

/** Nobody acts on the host, and co-hosts do not on each other. @throws AppError FORBIDDEN */
function assertActs(own: CallMember | null, target: CallMember | null, { byCoHosts, bySelf }: Rule): void {
  const isSelf = target !== null && own?.userId === target.userId;
  if (isSelf && bySelf && isPresent(own) && own.role !== 'HOST') return;
  const mayManage = byCoHosts ? canManage(own) : isPresent(own) && own.role === 'HOST';
  if (!mayManage) throw forbidden(byCoHosts ? 'Only hosts can do this.' : 'Only the host can do this.');
  if (isSelf || target?.role === 'HOST') throw forbidden('Choose another member than the host.', ['userId']);
  if (own?.role === 'CO_HOST' && target?.role === 'CO_HOST') {
    throw forbidden('Only the host can do this to a co-host.', ['userId']);
  }
}

/** Runs what a host does to a member who is in a live group call. */
function onMember(
  ctx: UserContext,
  { callId, userId }: OnMember,
  rule: Rule,
  work: (tx: Tx, target: Target, acts: ServerActs) => Promise<unknown>,
): Promise<string> {
  return withCallServer(ctx, async (tx, acts) => {
    const call = await lockToHost(ctx, tx, { callId, userId }, rule);
    const { member } = await partOf(tx, callId, userId);
    if (!isPresent(member)) throw notFound('User', ['userId']);
    await work(tx, { call, member }, acts);
    return callId;
  });
}

/** @throws AppError NOT_FOUND | INVALID_STATE | FORBIDDEN */
async function lockToHost(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { callId, userId }: OnMember,
  rule: Rule,
): Promise<Call> {
  const { call, own } = await lockCallFor(tx, callId, ctx.user.id);
  assertLive(call);
  if (call.mode === 'DIRECT') throw notInState('Only group calls have hosts.', 'DIRECT', ['GROUP']);
  assertActs(own.member, (await partOf(tx, callId, userId)).member, rule);
  return call;
}

/** Puts a member in viewer mode; people may do it to themselves. Succeeds without a change when they are. */
export const moveToViewers = (ctx: UserContext, input: OnMember): Promise<string> =>
  onMember(ctx, input, { byCoHosts: true, bySelf: true }, (tx, { call, member }, acts) =>
    changeRole(ctx, tx, call, { member, role: 'VIEWER' }, acts),
  );

/** Turns a microphone off, which its owner alone turns on again. */
export const muteCallMember = (ctx: UserContext, input: OnMember): Promise<string> =>
  onMember(ctx, input, { byCoHosts: true }, (tx, { call, member }, acts) =>
    muteMember(tx, call, member.userId, acts),
  );

/** Makes a member who speaks the host; the former one speaks on. @throws AppError NOT_FOUND | FORBIDDEN | INVALID_STATE */
export const transferHost = (ctx: UserContext, input: OnMember): Promise<string> =>
  onMember(ctx, input, { byCoHosts: false }, async (tx, { call, member }, acts) => {
    assertSpeaks(member);
    const handed = await handOver(ctx, tx, call, member.userId);
    if (handed.heir) acts.push({ kind: 'permit', call: handed.call, member: handed.heir });
  });

/** Makes a member who speaks a co-host. @throws AppError NOT_FOUND | FORBIDDEN | INVALID_STATE */
export const addCoHost = (ctx: UserContext, input: OnMember): Promise<string> =>
  onMember(ctx, input, { byCoHosts: false }, async (tx, { call, member }, acts) => {
    assertSpeaks(member);
    await changeRole(ctx, tx, call, { member, role: 'CO_HOST' }, acts);
  });

/** Makes a co-host a speaker. Succeeds without a change when they are none. */
export const removeCoHost = (ctx: UserContext, input: OnMember): Promise<string> =>
  onMember(ctx, input, { byCoHosts: false }, async (tx, { call, member }, acts) => {
    if (member.role !== 'CO_HOST') return;
    await changeRole(ctx, tx, call, { member, role: 'SPEAKER' }, acts);
  });

/** @throws AppError INVALID_STATE */
function assertSpeaks({ role }: { readonly role: CallRole }): void {
  if (role === 'VIEWER') throw notInState('Let the user speak first.', 'VIEWER', ['SPEAKER'], ['userId']);
}

/**
 * Removes somebody from a call, or stops ringing them; whoever is banned does not come back.
 * @throws AppError NOT_FOUND | FORBIDDEN | INVALID_STATE
 */
export function removeFromCall(
  ctx: UserContext,
  { isBanned, ...on }: OnMember & { readonly isBanned: boolean },
): Promise<string> {
  return withCallServer(ctx, async (tx, acts) => {
    const { callId, userId } = on;
    const call = await lockToHost(ctx, tx, on, { byCoHosts: true });
    const { member, invitee } = await partOf(tx, callId, userId);
    if (!member && !invitee) throw notFound('User', ['userId']);
    if (invitee?.state === 'RINGING') {
      await endRing(ctx, tx, call, { userId, state: 'CANCELLED', sessionId: null }, acts);
    }
    await endPart(ctx, tx, call, { userId, reason: isBanned ? 'BANNED' : 'REMOVED', isBanned }, acts);
    return callId;
  });
}
