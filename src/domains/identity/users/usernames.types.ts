/** What the names of others, and those that others gave up, have against a name. */
export type UsernameConflict = 'TAKEN' | 'CONFUSABLE' | 'HELD';

/** Why a name cannot be had. */
export type UsernameProblem = 'INVALID' | 'RESERVED' | UsernameConflict;

export type UsernameAvailability = {
  readonly username: string;
  /** Null when the caller can have the name. */
  readonly problem: UsernameProblem | null;
  readonly suggestions: readonly string[];
};

/** A name that somebody gave up, and when. */
export type UsernameChange = { readonly username: string; readonly changedAt: Date };
