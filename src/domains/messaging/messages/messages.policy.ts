import { type RawBuilder, sql } from 'kysely';
import {
  availableMessageSql,
  type ViewerSql,
  visibleMessageSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { contentText } from '#domains/foundation/media/content.policy.ts';
import { type Limits, perLimits } from '#platform/kernel/limits.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { canSendSql } from '../conversations/conversations.policy.ts';

/** Users whom a message of the system names. */
export const SYSTEM_USERS_MAX = 20;

export const parseMessageText = (text: string, limits: Limits): string =>
  parseInput(textOf(limits), { text }).text;

const textOf = perLimits((limits) => contentText(limits.messageTextLength));

/**
 * Whether the message `m` is open for its viewer, the participant `me` of the conversation `c`: it takes their reaction, their
 * pin and their vote. They see it and its content, it was sent by a user, is neither deleted nor held, and they can send there. `assertOpen` finds the reason.
 * @param isSenderAvailable as of `availableMessageSql`
 */
export const openMessageSql = (
  viewer: ViewerSql & { readonly id: RawBuilder<string> },
  requestMessages: RawBuilder<number>,
  isSenderAvailable?: RawBuilder<boolean>,
): RawBuilder<boolean> => sql`(
  ${visibleMessageSql(viewer.now)} and m.moderation_state = 'VISIBLE' and m.sender_id is not null
  and ${availableMessageSql(viewer, isSenderAvailable)} and ${canSendSql(viewer, requestMessages)})`;
