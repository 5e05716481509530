import { lockAccount } from '#domains/identity/users/account-state.service.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { NotificationType } from '../notification-settings/notification.types.ts';
import { stopMail } from '../notification-settings/notification-settings.service.ts';

/** The mails that a token ends. */
export type MailScope = {
  readonly userId: string;
  /** Null for digests as a whole. */
  readonly type: NotificationType | null;
};

const UNSUBSCRIBE_TOKEN = 'unsubscribe';

/** A token for a mail, by which whoever reads it ends mails without signing in. It does not expire. */
export const unsubscribeTokenOf = (
  { sealer }: Pick<Services, 'sealer'>,
  { userId, type }: MailScope,
): string => sealer.seal(UNSUBSCRIBE_TOKEN, JSON.stringify([userId, type]));

/**
 * Ends mails, for whoever has the token of one. Repeating it changes nothing, nor does it for an erased account.
 * @returns the type that is no more mailed; null for digests as a whole
 * @throws ValidationFailed
 */
export async function unsubscribeFromMail(
  { sealer, transaction }: Pick<Services, 'sealer' | 'transaction'>,
  token: string,
): Promise<NotificationType | null> {
  const opened = sealer.open(UNSUBSCRIBE_TOKEN, token);
  if (opened === null) throw invalid(['token'], 'Use the token of a mail as it is there.', 'format');
  // Only `unsubscribeTokenOf` seals for this purpose.
  const [userId, type] = JSON.parse(opened) as [string, NotificationType | null];
  await transaction(async (tx) => {
    const { state } = await lockAccount(tx, userId);
    if (state !== 'DELETED') await stopMail(tx, userId, type);
  });
  return type;
}
