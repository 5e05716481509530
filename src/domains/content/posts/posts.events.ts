import { defineEvent } from '#platform/events/definition.ts';

export const postCreated = defineEvent<{ postId: string; authorId: string }>('post.created');
export const postDeleted = defineEvent<{ postId: string; authorId: string }>('post.deleted');
