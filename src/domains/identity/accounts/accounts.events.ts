import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import { defineEvent } from '#platform/events/definition.ts';

/** Its owner has put the account away, taken it up again, asked for its deletion or cancelled that. */
export const accountStateChanged = defineEvent<{ userId: string; state: AccountState }>(
  'account.stateChanged',
);

/**
 * The account is DELETED and its row holds nothing personal any more: every domain erases what it keeps of the person.
 * Comes a second time some hours later, for what was just being written when the account went.
 */
export const accountErased = defineEvent<{ userId: string }>('account.erased');

/** An archive of the person's data can be fetched. */
export const exportReady = defineEvent<{ userId: string; exportId: string }>('account.exportReady');
