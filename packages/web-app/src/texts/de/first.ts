import type { FirstTexts } from '../shape.ts';
import { account } from './account.ts';
import { common, failures, frame, live } from './common.ts';
import { posts } from './posts.ts';
import { polls } from './polls.ts';

export const first: FirstTexts = { account, common, failures, frame, live, polls, posts };
