import type { User } from '#domains/identity/users/users.types.ts';
import type { Post } from '../posts/posts.types.ts';

type Repost = { readonly repostId: string; readonly repostedAt: Date };

/** A post in the list of a user's reposts. */
export type RepostedPost = Post & Repost;

/** A user in the list of a post's reposters. */
export type Reposter = User & Repost;
