import { type RawBuilder, sql } from 'kysely';
import {
  activeUserSql,
  availableMessageSql,
  visibleCommentSql,
  visibleMessageSql,
  visiblePostSql,
  visibleUserSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { privacyAllowsTipSql } from '#domains/graph/privacy/privacy.policy.ts';
import type { TipTargetKind } from './tips.types.ts';

type Viewer = { readonly id: RawBuilder<string>; readonly now: RawBuilder<Date> };

/**
 * Selects the one who gets a tip for a target that the viewer sees, as the alias `u`; without a condition on the receiver.
 */
const VISIBLE_TARGETS: Readonly<
  Record<TipTargetKind, (viewer: Viewer, id: RawBuilder<string>) => RawBuilder<unknown>>
> = {
  POST: (viewer, id) => sql`
    posts p join users u on u.id = p.author_id where p.id = ${id}::uuid and ${visiblePostSql(viewer)}`,
  COMMENT: (viewer, id) => sql`
    comments c join posts p on p.id = c.post_id join users u on u.id = c.author_id
    where c.id = ${id}::uuid and ${visibleCommentSql(viewer)}
      and exists (select from users u where u.id = p.author_id and ${visiblePostSql(viewer)})`,
  // The condition on the receiver is the one on the target.
  USER: (_viewer, id) => sql`users u where u.id = ${id}::uuid`,
  MESSAGE: (viewer, id) => sql`
    messages m join conversations c on c.id = m.conversation_id
    join participants me on me.conversation_id = m.conversation_id and me.user_id = ${viewer.id}::uuid
    join users u on u.id = m.sender_id
    where m.id = ${id}::uuid and m.kind <> 'SYSTEM' and ${visibleMessageSql(viewer.now)} and ${availableMessageSql(viewer)}`,
};

/** Selects `receiver_id`, if the viewer may give a tip for the target. */
export const tippedSql = (
  kind: TipTargetKind,
  viewer: Viewer,
  targetId: RawBuilder<string>,
): RawBuilder<unknown> => sql`
  select u.id as receiver_id from ${VISIBLE_TARGETS[kind](viewer, targetId)}
    and u.id <> ${viewer.id}::uuid and ${activeUserSql(viewer.now)} and ${visibleUserSql(viewer)}
    and ${privacyAllowsTipSql(viewer)}`;
