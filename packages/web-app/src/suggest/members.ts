import type { AvatarImageFragment } from '../parts/avatar.generated.ts';

/** Somebody of the conversation that is written to. */
export type Member = AvatarImageFragment & { readonly username: string };

const SHOWN = 6;

/** Members whose username, or a word of whose name, begins with the letters; all of them before the first letter. */
export function membersWith(members: readonly Member[], letters: string): readonly Member[] {
  const query = letters.toLowerCase();
  const begins = (name: string): boolean => name.toLowerCase().startsWith(query);
  return members
    .filter(({ username, displayName }) => [username, ...displayName.split(/\s+/)].some(begins))
    .slice(0, SHOWN);
}
