import { type RawBuilder, sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { type Clock, DAY_MS } from '#platform/kernel/clock.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { ConversationViewer, ParticipantRole } from './conversations.types.ts';

/** Guards what adds participants to a group, and answers `viewer.canManageParticipants`. */
export const canManageParticipants = (role: ParticipantRole): boolean => role !== 'MEMBER';

/**
 * Maximum participants of a group, fewer while its owner is new here.
 * @param ownerSince since when the owner has their account; null for a group without an owner
 */
export function groupSizeMax(
  { clock, limits }: { readonly clock: Clock; readonly limits: Limits },
  ownerSince: Date | null,
): number {
  const { groupParticipants, newOwnerParticipants, newOwnerDays } = limits;
  const isNew = ownerSince !== null && ownerSince.getTime() > clock.now().getTime() - newOwnerDays * DAY_MS;
  return isNew ? Math.min(groupParticipants, newOwnerParticipants) : groupParticipants;
}

/**
 * Guards `sendMessage`, as a part of a write, for the conversation of the alias `c` and its participant `me`, the sender. A
 * direct conversation is read-only while the other user is not visible, whether they blocked, were blocked or are not
 * active; while one of the two has it among the requests, the other sends a few messages alone. Their number is read under
 * the lock, so that messages at once do not pass it; nothing else takes the lock here. `offset 0` keeps the planner from
 * reading the participants of all conversations into a hash table.
 * @param requestMessages how many
 */
export const canSendSql = (
  sender: ViewerSql & { readonly id: RawBuilder<string> },
  requestMessages: RawBuilder<number>,
): RawBuilder<boolean> => sql`(
  c.kind = 'GROUP' or me.inbox = 'PRIMARY' and not exists (
    select from participants other join users u on u.id = other.user_id
    where other.conversation_id = c.id and other.user_id <> ${sender.id}::uuid
      and other.left_at is null and (not ${visibleUserSql(sender)} or other.inbox = 'REQUESTS' and (
        select request.last_seq from conversations request where request.id = other.conversation_id for update
      ) >= ${requestMessages}::integer) offset 0))`;

/** Whether `@all` in a message of the viewer mentions everyone; answers `viewer.canMentionEveryone`. */
export const canMentionEveryone = (
  { kind, role, status, participantCount }: ConversationViewer,
  { everyoneParticipants }: Limits,
): boolean =>
  kind === 'GROUP' && status === 'ACTIVE' && (role !== 'MEMBER' || participantCount <= everyoneParticipants);
