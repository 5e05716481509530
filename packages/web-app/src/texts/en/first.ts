import { account } from './account.ts';
import { common, failures, frame, live } from './common.ts';
import { posts } from './posts.ts';
import { polls } from './polls.ts';

/** Texts of the first page, signed in or out; all others stand in `index.ts`, and come when they are wanted. */
export const first = { account, common, failures, frame, live, polls, posts };
