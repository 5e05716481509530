import { toGlobalId } from '#platform/kernel/ids.ts';
import type { SentMessage } from './messages.types.ts';

/** The content of a message, for the export of its sender. */
export const exportedContent = (
  message: Pick<SentMessage, 'text' | 'mediaIds' | 'content' | 'clientData'>,
): object => ({
  text: message.text,
  mediaIds: message.mediaIds.map((id) => toGlobalId('media', id)),
  ...besideText(message.content),
  clientData: message.clientData,
});

function besideText(content: SentMessage['content']): object {
  if (!content) return {};
  if ('latitude' in content) return { location: content };
  if ('userId' in content) return { contactId: toGlobalId('user', content.userId) };
  return 'postId' in content ? { postId: toGlobalId('post', content.postId) } : {};
}
