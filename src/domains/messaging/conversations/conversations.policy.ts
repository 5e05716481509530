import { type RawBuilder, sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { isNewSince } from '#domains/identity/users/new-accounts.policy.ts';
import type { UserContext } from '#platform/request/context.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { ConversationViewer, ParticipantRole } from './conversations.types.ts';

/** Guards what adds participants to a group, and answers `viewer.canManageParticipants`. */
export const canManageParticipants = (role: ParticipantRole): boolean => role !== 'MEMBER';

/** The key of the one direct conversation of two users. */
export const directPairOf = (one: string, other: string): string => [one, other].toSorted().join(' ');

/**
 * Maximum participants of a group, fewer while its owner is new here.
 * @param ownerSince since when the owner has their account; null for a group without an owner
 */
export function groupSizeMax(here: Pick<UserContext, 'clock' | 'limits'>, ownerSince: Date | null): number {
  const { groupParticipants, newOwnerParticipants } = here.limits;
  return isNewSince(here, ownerSince) ? Math.min(groupParticipants, newOwnerParticipants) : groupParticipants;
}

type SenderSql = ViewerSql & { readonly id: string | RawBuilder<string> };

const SEND_REFUSALS = {
  READ_ONLY: 'This conversation is read-only.',
  REQUEST: 'Accept this conversation before you send messages.',
  REQUESTED: 'Wait until the other user accepts this conversation.',
} as const;

export type SendRefusal = keyof typeof SEND_REFUSALS;

export const cannotSend = (refusal: SendRefusal, path: readonly string[] = ['conversationId']): AppError =>
  new AppError('INVALID_STATE', SEND_REFUSALS[refusal], {
    path,
    details: { current: refusal, allowed: ['OPEN'] },
  });

/**
 * The `SendRefusal` of the conversation of the alias `c` for its participant `me`, the sender; null if they can send messages. A
 * direct conversation is read-only while the other user is not visible, whether they blocked, were blocked or are not
 * active; while one of the two has it among the requests, the other sends a few messages alone.
 * @param requestMessages how many
 * @param lastSeq their number
 */
export const sendRefusalSql = (
  sender: SenderSql,
  requestMessages: number | RawBuilder<number>,
  lastSeq: RawBuilder<number> = sql`c.last_seq`,
): RawBuilder<SendRefusal | null> => sql`(
  case when c.kind = 'DIRECT' then (
    select case
      when u.id is not null and not ${visibleUserSql(sender)} then 'READ_ONLY'
      when me.inbox = 'REQUESTS' then 'REQUEST'
      when other.inbox = 'REQUESTS' and ${lastSeq} >= ${requestMessages}::integer then 'REQUESTED' end
    from (select) one left join (participants other join users u on u.id = other.user_id)
      on other.conversation_id = c.id and other.user_id <> ${sender.id}::uuid and other.left_at is null
  ) end)`;

/** Number of the last message under a lock, so that messages at once do not pass a limit. For writes. */
export const lockedLastSeqSql: RawBuilder<number> = sql`(
  select locked.last_seq from conversations locked where locked.id = c.id for update)`;

/** Whether `me` can send in `c`, as a part of a write. */
export const canSendSql = (sender: SenderSql, requestMessages: RawBuilder<number>): RawBuilder<boolean> =>
  sql`(${sendRefusalSql(sender, requestMessages, lockedLastSeqSql)} is null)`;

/** Whether `@all` in a message of the viewer mentions everyone; answers `viewer.canMentionEveryone`. */
export const canMentionEveryone = (
  { kind, role, status, participantCount }: ConversationViewer,
  { everyoneParticipants }: Limits,
): boolean =>
  kind === 'GROUP' && status === 'ACTIVE' && (role !== 'MEMBER' || participantCount <= everyoneParticipants);

/** The one who has still to accept it: the viewer, or the other user of a direct conversation. */
export type RequestState = 'RECEIVED' | 'SENT';

/** Null when nobody has. Whether the other user has declined a request stays their own affair. */
export function requestStateOf({
  inbox,
  otherInbox,
}: Pick<ConversationViewer, 'inbox' | 'otherInbox'>): RequestState | null {
  if (inbox === 'REQUESTS') return 'RECEIVED';
  return otherInbox === 'REQUESTS' ? 'SENT' : null;
}
