import type { LaterTexts } from '../shape.ts';
import { calls } from './calls.ts';
import { creator } from './creator.ts';
import { explore } from './explore.ts';
import { messages } from './messages.ts';
import { money } from './money.ts';
import { notifications } from './notifications.ts';
import { people } from './people.ts';
import { report } from './report.ts';
import { saved } from './saved.ts';
import { settings } from './settings.ts';
import { standing } from './standing.ts';
import { statistics } from './statistics.ts';
import { verification } from './verification.ts';
import { comments, compose, media } from './writing.ts';

export const de: LaterTexts = {
  calls,
  comments,
  compose,
  creator,
  explore,
  media,
  messages,
  money,
  notifications,
  people,
  report,
  saved,
  settings,
  standing,
  statistics,
  verification,
};
