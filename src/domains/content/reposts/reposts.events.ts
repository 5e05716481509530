import { defineEvent } from '#platform/outbox/events/definition.ts';

type Repost = { repostId: string; postId: string; authorId: string; userId: string };

export const postReposted = defineEvent<Repost>('post.reposted');
export const repostUndone = defineEvent<Repost>('post.repostUndone');
