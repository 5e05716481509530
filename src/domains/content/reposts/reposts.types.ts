import type { User } from '#domains/identity/users/users.types.ts';
import type { Post } from '../posts/posts.types.ts';

type Repost = { readonly repostId: string; readonly repostedAt: Date };

/** A post in the list of what somebody reposted. */
export type RepostedPost = Post & Repost;

/** Somebody in the list of those who reposted a post. */
export type Reposter = User & Repost;
