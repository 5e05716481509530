import { SECOND_MS } from '#platform/kernel/clock.ts';
import { AppError, notFound, ValidationFailed } from '#platform/kernel/errors.ts';
import type { ObjectState } from '#platform/kernel/object-states.ts';
import type { Call, CallMember, CallRole, OwnPart } from './calls.types.ts';

/** The name of a member on the call server. */
export const identityOf = ({ userId, sessionId }: Pick<CallMember, 'userId' | 'sessionId'>): string =>
  `${userId}:${sessionId}`;

/** Whether somebody may know of a call. */
export const seesCall = ({
  isParticipant,
  member,
  invitee,
}: OwnPart & { readonly isParticipant: boolean }): boolean =>
  (isParticipant || invitee?.isGuest === true) && member?.isBanned !== true;

export const isPresent = (member: CallMember | null): member is CallMember =>
  member !== null && member.state !== 'LEFT';

const isHostRole = (role: CallRole): boolean => role === 'HOST' || role === 'CO_HOST';

/** Guards what hosts do, and answers `viewer.canManage`. */
export const canManage = (member: CallMember | null): boolean => isPresent(member) && isHostRole(member.role);

/** Whether the role of somebody who was in the call before lets them speak again without asking. */
export const keepsSpeaking = (member: CallMember | null): boolean =>
  member !== null && member.role !== 'VIEWER';

export const callNotFound = (): AppError => notFound('Call', ['callId']);

export const notInState = (
  message: string,
  current: ObjectState,
  allowed: readonly ObjectState[],
  path: readonly string[] = ['callId'],
): AppError => new AppError('INVALID_STATE', message, { path, details: { current, allowed } });

export const hasEnded = (): AppError => notInState('The call has ended.', 'ENDED', ['ONGOING', 'RINGING']);

/** @throws AppError INVALID_STATE */
export function assertLive({ state }: Pick<Call, 'state'>): void {
  if (state === 'ENDED') throw hasEnded();
}

export const forbidden = (message: string, path: readonly string[] = ['callId']): ValidationFailed =>
  new ValidationFailed([new AppError('FORBIDDEN', message, { path })]);

export const noSlot = (limit: number, path: readonly string[] = ['callId']): AppError =>
  new AppError('LIMIT_REACHED', `At most ${limit} people speak at a time: wait until a slot is free.`, {
    path,
    details: { limit },
  });

export const secondsAfter = (now: Date, seconds: number): Date =>
  new Date(now.getTime() + seconds * SECOND_MS);
