import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import { defineEvent } from '#platform/outbox/events/definition.ts';

/** The owner deactivated or reactivated the account, or requested or cancelled its deletion. */
export const accountStateChanged = defineEvent<{ userId: string; state: AccountState }>(
  'account.stateChanged',
);

/**
 * The account is DELETED and its row holds no personal data: every domain erases its data of the user.
 * Emitted again some hours later, for writes that were in flight during the first erasure.
 */
export const accountErased = defineEvent<{ userId: string; isFirst: boolean }>('account.erased');

/** An archive of the user's data can be downloaded. */
export const exportReady = defineEvent<{ userId: string; exportId: string }>('account.exportReady');
