import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { findUserWithRequests } from './requests.queries.ts';

/**
 * Locks users who are about to get a request each, so that those at once do not pass the limit.
 * @throws AppError LIMIT_REACHED when one of them got `dailyRequests` within 24 hours
 */
export async function assertTakeRequests(
  { clock, limits }: Pick<InTransaction<UserContext>, 'clock' | 'limits'>,
  tx: Tx,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await lockUsers(tx, userIds);
  const since = new Date(clock.now().getTime() - DAY_MS);
  const found = await findUserWithRequests(tx, { userIds, since, count: limits.dailyRequests });
  if (found === null) return;
  throw new AppError('LIMIT_REACHED', 'This user gets no more requests today. Try again tomorrow.', {
    path: ['userIds'],
    details: { limit: limits.dailyRequests },
  });
}
