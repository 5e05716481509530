import type { UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { AppError, notFound, ValidationFailed } from '#platform/kernel/errors.ts';
import type { Conversation, ParticipantRole } from './conversations.types.ts';
import { lockOwnConversation, type OwnConversation } from './membership.service.ts';

/** Locks a group in which the caller takes part in a role that allows it. @throws AppError NOT_FOUND | INVALID_STATE | FORBIDDEN */
export async function lockAs(
  ctx: Pick<UserContext, 'user'>,
  tx: Tx,
  id: string,
  allows: (role: ParticipantRole) => boolean,
): Promise<OwnConversation> {
  const locked = await lockOwnConversation(ctx, tx, id);
  if (locked.own.status !== 'ACTIVE') throw notFound('Conversation', ['conversationId']);
  if (!allows(locked.own.role)) throw forbidden('Only the owner and admins of the group can do this.');
  return locked;
}

/** @throws AppError INVALID_STATE for a direct conversation, whose participants never change */
export function assertGroup({ kind }: Pick<Conversation, 'kind'>): void {
  if (kind === 'GROUP') return;
  throw new AppError('INVALID_STATE', 'Use this for groups alone.', {
    path: ['conversationId'],
    details: { current: 'DIRECT', allowed: ['GROUP'] },
  });
}

export const forbidden = (message: string): ValidationFailed =>
  new ValidationFailed([new AppError('FORBIDDEN', message, { path: ['conversationId'] })]);
