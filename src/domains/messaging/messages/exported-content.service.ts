import { toGlobalId } from '#platform/kernel/ids.ts';
import type { MessageLock } from '../message-locks/message-locks.types.ts';
import type { SentMessage } from './messages.types.ts';

/** The content of a message, for the export of its sender. */
export const exportedContent = (
  message: Pick<SentMessage, 'text' | 'mediaIds' | 'content' | 'clientData'>,
): object => ({
  text: message.text,
  // Media that are viewed once are nobody's to see again, their sender's neither.
  mediaIds: isViewOnce(message) ? [] : message.mediaIds.map((id) => toGlobalId('media', id)),
  ...besideText(message.content),
  clientData: message.clientData,
});

const isViewOnce = ({ content }: Pick<SentMessage, 'content'>): boolean =>
  content !== null && 'mediaKind' in content;

function besideText(content: SentMessage['content']): object {
  if (!content) return {};
  if ('latitude' in content) return { location: content };
  if ('userId' in content) return { contactId: toGlobalId('user', content.userId) };
  // Not where the sender was: that is kept for the time of sharing alone.
  if ('endsAt' in content) return { liveLocation: content };
  if ('mediaKind' in content) return { viewOnce: content.mediaKind };
  return 'postId' in content ? { postId: toGlobalId('post', content.postId) } : {};
}

/** The lock of a message, for the export of its sender. */
export const exportedLock = ({ priceCoins, teaser, previewMediaIds }: MessageLock): object => ({
  lock: { priceCoins, teaser, previewMediaIds: previewMediaIds.map((id) => toGlobalId('media', id)) },
});
