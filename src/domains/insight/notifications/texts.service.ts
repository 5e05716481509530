import { visibleCommentById } from '#domains/content/comments/comments.loaders.ts';
import { visiblePostById } from '#domains/content/posts/posts.loaders.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { messageContent } from '#domains/messaging/messages/message-content.service.ts';
import type { MessageContent } from '#domains/messaging/messages/message-content.types.ts';
import { visibleMessageById } from '#domains/messaging/messages/messages.loaders.ts';
import type { Message } from '#domains/messaging/messages/messages.types.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import type { Notification } from './notifications.types.ts';
import { contentWord, fixedBodyOf, titleOf } from './texts.policy.ts';
import type { ContentWord, Language } from './texts.types.ts';

const BODY_LENGTH_MAX = 140;

/** The title of a notification for the caller, its recipient. */
export async function notificationTitle(
  ctx: RequestContext,
  { type, actorIds, actorCount, facts }: Notification,
  language: Language,
): Promise<string> {
  // A title names two at most.
  const users = await loadMany(ctx, visibleUserById, actorIds.slice(0, 2));
  return titleOf(language, {
    type,
    actorCount,
    facts,
    names: users.map(({ displayName }) => displayName),
  });
}

/** The beginning of what a notification is about, as the caller sees it now; null where there is nothing to read. */
export async function notificationBody(
  ctx: RequestContext,
  { type, targetType, targetId, facts }: Notification,
  language: Language,
): Promise<string | null> {
  const fixed = fixedBodyOf(language, type, facts);
  if (fixed !== null) return shortened(fixed);
  if (targetId === null) return null;
  if (targetType === 'post') return shortened((await load(ctx, visiblePostById, targetId))?.text ?? '');
  if (targetType === 'comment') return shortened((await load(ctx, visibleCommentById, targetId))?.text ?? '');
  if (targetType !== 'message') return null;
  const message = await load(ctx, visibleMessageById, targetId);
  return message && messagePreview(ctx, message, language);
}

/**
 * The text of a message outside of its conversation, as the caller gets its content. A lock gives its teaser, to the seller too, and what is
 * to be viewed once or disappears its kind alone: notifications stay on lock screens. Null for what the caller does not get.
 */
export async function messagePreview(
  ctx: RequestContext,
  message: Message,
  language: Language,
): Promise<string | null> {
  const content = await messageContent(ctx, message);
  if (content.kind === 'DELETED' || content.kind === 'UNAVAILABLE' || content.kind === 'UNSUPPORTED')
    return null;
  if (message.expiresAt !== null) return contentWord(language, 'MESSAGE');
  if (message.isLocked) return shortened(message.lock?.teaser ?? '') ?? contentWord(language, 'LOCKED');
  const word = WORD_OF[content.kind];
  return content.kind === 'VIEW_ONCE'
    ? contentWord(language, 'VIEW_ONCE')
    : (shortened(content.text) ?? (word ? contentWord(language, word) : null));
}

const WORD_OF: Readonly<Partial<Record<MessageContent['kind'], ContentWord>>> = {
  CONTACT: 'CONTACT',
  LIVE_LOCATION: 'LIVE_LOCATION',
  LOCATION: 'LOCATION',
  LOCKED: 'LOCKED',
  MEDIA: 'MEDIA',
  POLL: 'POLL',
  SHARED_POST: 'SHARED_POST',
  VIEW_ONCE: 'VIEW_ONCE',
  VOICE_NOTE: 'VOICE_NOTE',
};

/** One line, cut between the characters that people see. Null for an empty text. */
function shortened(text: string): string | null {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= BODY_LENGTH_MAX) return line === '' ? null : line;
  let cut = '';
  for (const { segment } of new Intl.Segmenter('en').segment(line)) {
    if (cut.length + segment.length >= BODY_LENGTH_MAX) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
