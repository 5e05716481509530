import { briefFileUrl, findViewOnceMedia, mainFileOf } from '#domains/foundation/media/media.service.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { ObjectState } from '#platform/kernel/object-states.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { changedMeanwhile } from '#platform/outbox/write.ts';
import type { ContentOf } from '../messages/message-content.types.ts';
import { messageUpdated } from '../messages/messages.events.ts';
import { eraseViewOnceJob } from '../sending/sending.service.ts';
import { assertOpen } from '../messages/open-messages.service.ts';
import { viewOnceStatusByMessage } from './view-once.loaders.ts';
import { viewOnceSince } from './view-once.policy.ts';
import { findView, insertView } from './view-once.queries.ts';
import type { OpenedMedia, ViewOnceState, ViewOnceStatus } from './view-once.types.ts';

/** Time for which the link of an opened media item is valid. */
export const LINK_LIFE_MS = 60 * SECOND_MS;

/**
 * Opens the media item of a message, which each recipient can do once. @returns the id of the message
 * @throws AppError NOT_FOUND | INVALID_STATE
 */
export async function openViewOnce(
  ctx: UserContext,
  { messageId }: { messageId: string },
  key: IdempotencyKey | null,
): Promise<string> {
  const { user, limits } = ctx;
  try {
    return await once(ctx, key, messageId, async (tx) => {
      const now = ctx.clock.now();
      const sentAfter = viewOnceSince(ctx);
      const { requestMessages } = limits;
      const opened = await insertView(tx, { messageId, userId: user.id, requestMessages, now, sentAfter });
      if (!opened) throw new NotOpened();
      const { senderId, ...message } = opened;
      tx.emit(
        messageUpdated,
        { messageId, ...message, changes: ['VIEW_ONCE'] },
        { userIds: [senderId, user.id] },
      );
      const runAt = new Date(now.getTime() + LINK_LIFE_MS);
      tx.enqueue(eraseViewOnceJob, { messageId }, { runAt, key: `${messageId} opened` });
    });
  } catch (error) {
    if (!(error instanceof NotOpened)) throw error;
    throw await refusal(ctx, messageId);
  }
}

/** Thrown when the caller cannot open the message, to take back the key. */
class NotOpened extends Error {
  override readonly name = 'NotOpened';
}

async function refusal(ctx: UserContext, messageId: string): Promise<AppError> {
  const { kind } = await assertOpen(ctx, messageId);
  if (kind !== 'VIEW_ONCE') return refused('Choose a message that can be viewed once.', kind);
  const status = await load(ctx, viewOnceStatusByMessage, messageId);
  const state = stateOf(status);
  if (state === 'SENT') return refused('Only those to whom you sent it can open it.', state);
  if (state === 'OPENED') return refused('You have opened it already.', state);
  if (state === 'ENDED') return refused('It can no longer be opened.', state);
  if (!status?.isReady) return refused('Wait until it is processed.', 'PROCESSING');
  return changedMeanwhile();
}

const refused = (message: string, current: ObjectState): AppError =>
  new AppError('INVALID_STATE', message, {
    path: ['messageId'],
    details: { current, allowed: ['AVAILABLE'] },
  });

/** The media item of a message that the caller has opened; null when its link has expired. */
export async function openedMedia(ctx: UserContext, messageId: string): Promise<OpenedMedia | null> {
  const view = await findView(ctx.db, { messageId, userId: ctx.user.id });
  if (!view || view.mediaId === null) return null;
  const expiresAt = new Date(view.openedAt.getTime() + LINK_LIFE_MS);
  if (expiresAt <= ctx.clock.now()) return null;
  const media = await findViewOnceMedia(ctx, view.mediaId);
  const file = media && mainFileOf(media);
  return media && file ? { media, url: await briefFileUrl(ctx, file, expiresAt), expiresAt } : null;
}

const stateOf = (status: ViewOnceStatus | null): ViewOnceState => {
  if (!status) return 'ENDED';
  if (status.isSent) return 'SENT';
  if (status.isOpened) return 'OPENED';
  return status.isEnded ? 'ENDED' : 'AVAILABLE';
};

/** Where a content stands for the viewer. */
export async function viewOnceState(
  ctx: RequestContext,
  { messageId }: ContentOf<'VIEW_ONCE'>,
): Promise<ViewOnceState> {
  return stateOf(await load(ctx, viewOnceStatusByMessage, messageId));
}

/** Whether others have opened it; null unless the viewer sent it. */
export async function openedBy(
  ctx: RequestContext,
  { messageId }: ContentOf<'VIEW_ONCE'>,
  whom: 'isOpenedByAnyone' | 'isOpenedByEveryone',
): Promise<boolean | null> {
  const status = await load(ctx, viewOnceStatusByMessage, messageId);
  return status?.isSent ? status[whom] : null;
}
