import { toGlobalId } from '#platform/kernel/ids.ts';
import type { PostContent } from './posts.types.ts';

/** The common parts of a post and a draft, as their author exports them. */
export const exportedContent = (content: Omit<PostContent, 'audienceUserIds' | 'poll'>) => ({
  text: content.text,
  visibility: content.visibility,
  tierLevel: content.tierLevel,
  commentAudience: content.commentAudience,
  isSensitive: content.isSensitive,
  location: content.location,
  quotedPostId: content.quotedPostId === null ? null : toGlobalId('post', content.quotedPostId),
  mediaIds: content.mediaIds.map((id) => toGlobalId('media', id)),
});
