import type { Texts } from '../shape.ts';
import { account } from './account.ts';
import { calls } from './calls.ts';
import { common, failures, frame } from './common.ts';
import { creator } from './creator.ts';
import { explore } from './explore.ts';
import { live, messages } from './messages.ts';
import { money } from './money.ts';
import { notifications } from './notifications.ts';
import { people } from './people.ts';
import { posts } from './posts.ts';
import { report } from './report.ts';
import { saved } from './saved.ts';
import { settings } from './settings.ts';
import { standing } from './standing.ts';
import { comments, compose, media, polls } from './writing.ts';

export const de: Texts = {
  account,
  calls,
  comments,
  common,
  compose,
  creator,
  explore,
  failures,
  frame,
  live,
  media,
  messages,
  money,
  notifications,
  people,
  polls,
  posts,
  report,
  saved,
  settings,
  standing,
};
