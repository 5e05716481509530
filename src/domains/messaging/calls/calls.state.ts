import { HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { secondsAfter } from './calls.policy.ts';
import type {
  Call,
  CallEndReason,
  CallMemberState,
  CallState,
  Deadlines,
  InviteeState,
} from './calls.types.ts';

type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

/** The legal transitions of calls. */
export const CALL_TRANSITIONS: Transitions<CallState> = {
  RINGING: ['ONGOING', 'ENDED'],
  ONGOING: ['ENDED'],
  ENDED: [],
};

/** The reasons for which a call in a state can end. */
export const END_REASONS: Readonly<Record<CallState, readonly CallEndReason[]>> = {
  RINGING: ['CANCELLED', 'DECLINED', 'BUSY', 'MISSED'],
  ONGOING: ['COMPLETED', 'HOST_ENDED', 'EMPTY', 'MAX_DURATION', 'FAILED', 'MODERATION'],
  ENDED: [],
};

/** Legal transitions of invitees. A further invitation rings whoever did not come. */
export const INVITEE_TRANSITIONS: Transitions<InviteeState> = {
  RINGING: ['ACCEPTED', 'DECLINED', 'BUSY', 'MISSED', 'CANCELLED'],
  ACCEPTED: [],
  DECLINED: ['RINGING'],
  BUSY: ['RINGING'],
  MISSED: ['RINGING'],
  CANCELLED: ['RINGING'],
};

/** Legal transitions of call members. Whoever is banned stays LEFT. */
export const MEMBER_TRANSITIONS: Transitions<CallMemberState> = {
  CONNECTING: ['CONNECTED', 'LEFT'],
  CONNECTED: ['RECONNECTING', 'LEFT'],
  RECONNECTING: ['CONNECTED', 'LEFT'],
  LEFT: ['CONNECTING'],
};

/** States from which a transition leads to another, for the conditions of writes. */
export const statesBefore = <State extends string>(
  transitions: Transitions<State>,
  next: NoInfer<State>,
): readonly State[] =>
  // The keys of the table are its states.
  (Object.keys(transitions) as State[]).filter((state) => transitions[state].includes(next));

/** A call that nobody is in ends after this time, also before the return window of somebody is over. */
const EMPTY_SECONDS = 30;
const ALONE_MS = 5 * MINUTE_MS;

/** Facts about a call after a transition. */
export type Presence = {
  /** Members who have not left. */
  readonly memberCount: number;
  readonly viewerCount: number;
  /** When the first of its members has left unless they connect; null when all are connected. */
  readonly memberDueAt: Date | null;
  /** When the first of those whom it rings stops; null when it rings nobody. */
  readonly ringingUntil: Date | null;
  /** Null when the host was never in it. */
  readonly hostState: CallMemberState | null;
  /** The next host; null while nobody else can be. */
  readonly heirId: string | null;
};

type Here = { readonly now: Date; readonly limits: Limits };

/** The deadlines of a live call after a transition. One that runs already goes on. */
export function deadlinesAfter(
  call: Pick<Call, 'mode' | 'state' | 'memberCount' | 'startedAt' | 'hostUntil' | 'aloneUntil'>,
  presence: Presence,
  here: Here,
): Deadlines {
  const { startedAt } = call;
  return {
    ringingUntil: presence.ringingUntil,
    hostUntil: call.mode === 'GROUP' ? hostUntilAfter(call.hostUntil, presence, here) : null,
    aloneUntil: call.state === 'ONGOING' ? aloneUntilAfter(call, presence, here) : null,
    endsAt: startedAt && new Date(startedAt.getTime() + here.limits.callHours * HOUR_MS),
  };
}

function hostUntilAfter(running: Date | null, presence: Presence, { now, limits }: Here): Date | null {
  const isAway = presence.hostState === null || ['RECONNECTING', 'LEFT'].includes(presence.hostState);
  if (!isAway || presence.heirId === null) return null;
  return running ?? secondsAfter(now, limits.callReturnSeconds);
}

function aloneUntilAfter(
  { memberCount: before, aloneUntil }: Pick<Call, 'memberCount' | 'aloneUntil'>,
  { memberCount }: Presence,
  { now }: Here,
): Date | null {
  if (memberCount > 1) return null;
  if (memberCount === before && aloneUntil !== null) return aloneUntil;
  return memberCount === 1 ? new Date(now.getTime() + ALONE_MS) : secondsAfter(now, EMPTY_SECONDS);
}

/** The least of the deadlines of a call and its members; null when nothing ends by itself. */
export function dueAt(deadlines: Deadlines, { memberDueAt }: Pick<Presence, 'memberDueAt'>): Date | null {
  const { ringingUntil, hostUntil, aloneUntil, endsAt } = deadlines;
  const times = [ringingUntil, hostUntil, aloneUntil, endsAt, memberDueAt].filter((time) => time !== null);
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}
