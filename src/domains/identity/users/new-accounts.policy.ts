import { DAY_MS } from '#platform/kernel/clock.ts';
import { firstIdAt } from '#platform/kernel/ids.ts';
import type { UserContext } from '#platform/request/context.ts';

type Here = Pick<UserContext, 'clock' | 'limits'>;

const newSince = ({ clock, limits }: Here): Date =>
  new Date(clock.now().getTime() - limits.newAccountDays * DAY_MS);

/** Whether an account counts as new. @param createdAt null for no account */
export const isNewSince = (here: Here, createdAt: Date | null): boolean =>
  createdAt !== null && createdAt > newSince(here);

/** Whether the account of the caller counts as new. Its id says when it was made. */
export const isNewAccount = ({ user, ...here }: Here & Pick<UserContext, 'user'>): boolean =>
  user.id >= firstIdAt(newSince(here));
