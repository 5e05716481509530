import type { Audience } from '../generated/schema.ts';
import type { Texts } from '../texts/shape.ts';

/** Audiences of comments, from the widest. */
const AUDIENCES: readonly Audience[] = [
  'EVERYONE',
  'FOLLOWERS',
  'FOLLOWING',
  'MUTUALS',
  'SUBSCRIBERS',
  'NOBODY',
];

export const audienceChoices = ({ audiences }: Texts['posts']) =>
  AUDIENCES.map((value) => ({ value, name: audiences[value] }));
