/**
 * Mutes of what a user does not want to see: accounts, and words and phrases, for a time or for good. Nobody is told.
 * Owns `mutes` and `muted_words`.
 * Begin with mutes.service.ts and muted-words.service.ts; mutes.policy.ts has the conditions that lists apply in SQL.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { muteJobs } from './mutes.jobs.ts';
import { mutePersonalData } from './mutes.personal-data.ts';
import './muted-words.schema.ts';
import './mutes.schema.ts';

const mutesLimits = {
  mutedWords: limit(200, 'Maximum muted words of a user, without expired ones.'),
  mutedWordLength: limit(100, 'Maximum characters of a muted word or phrase.'),
};

defineModule({
  name: 'mutes',
  ids: ['mutedword'],
  limits: mutesLimits,
  jobs: muteJobs,
  personalData: mutePersonalData,
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    mutedword: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof mutesLimits> {}
}
