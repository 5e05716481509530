/** Conflict of a username with the current or former ones of other users. */
export type UsernameConflict = 'TAKEN' | 'CONFUSABLE' | 'HELD';

/** Reason why a username is not available. */
export type UsernameProblem = 'INVALID' | 'RESERVED' | UsernameConflict;

export type UsernameAvailability = {
  readonly username: string;
  /** Null when the username is available to the caller. */
  readonly problem: UsernameProblem | null;
  readonly suggestions: readonly string[];
};

/** A former username and the time of the change. */
export type UsernameChange = { readonly username: string; readonly changedAt: Date };
