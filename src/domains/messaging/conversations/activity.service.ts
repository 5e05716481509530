import { type RawBuilder, sql } from 'kysely';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  type ActiveConversation,
  lockMoved,
  lockQuiet,
  updateActiveOn,
  updateBehind,
} from './activity.queries.ts';

const BATCH_CONVERSATIONS = 500;
/** Messages of a conversation wait while its participants are written, so those of a batch are few, or of one conversation. */
const BATCH_PARTICIPANTS = 1_000;
/** A day is over that long after midnight: until then a process whose clock is behind may send a message of it. */
const OVER_AFTER_MS = HOUR_MS;

/** Copies the days of newest messages to the participants, for a batch of conversations. @returns how many */
export async function copyDays(tx: Tx): Promise<number> {
  const ids = batchOf(await lockMoved(tx, BATCH_CONVERSATIONS));
  if (ids.length > 0) await updateActiveOn(tx, ids);
  return ids.length;
}

/** Notes who is behind in a batch of conversations whose day is over. @returns how many */
export async function noteBehind({ clock }: Pick<Services, 'clock'>, tx: Tx): Promise<number> {
  const since = new Date(clock.now().getTime() - OVER_AFTER_MS);
  const ids = batchOf(await lockQuiet(tx, { since, limit: BATCH_CONVERSATIONS }));
  if (ids.length > 0) await updateBehind(tx, ids);
  return ids.length;
}

/**
 * Notes, as a part of a write, that participants have read to the end of a conversation.
 * @param read the query that names their `user_id` and `conversation_id`
 */
export const caughtUpSql = (read: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update participants p set is_behind = false from (${read}) caught
  where p.user_id = caught.user_id and p.conversation_id = caught.conversation_id`;

/** As `caughtUpSql`; also takes back that they have marked it as unread. */
export const readToEndSql = (read: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update participants p set is_behind = false, marked_unread_at = null from (${read}) ended
  where p.user_id = ended.user_id and p.conversation_id = ended.conversation_id`;

/** The ids of the first conversations, at least of one, with few participants in all. */
function batchOf(found: readonly ActiveConversation[]): string[] {
  let participants = 0;
  const end = found.findIndex(({ participantCount }, index) => {
    participants += participantCount;
    return index > 0 && participants > BATCH_PARTICIPANTS;
  });
  return found.slice(0, end < 0 ? found.length : end).map(({ id }) => id);
}
