import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Loader } from '#platform/request/loader.ts';
import { listAccountSessions, listRelatedAccounts } from './account-sessions.queries.ts';
import type { AccountSession, RelatedAccount } from './account-sessions.types.ts';

export const SESSIONS_SHOWN = 50;
export const RELATED_SHOWN = 20;

const RELATED_BY_SESSIONS = 20;

/** The last sessions by user, for admins who may see private data. */
export const sessionsByAccount: Loader<readonly AccountSession[]> = {
  name: 'sessionsByAccount',
  batch: async (ctx, userIds) => {
    if (!ctx.admin?.permissions.has('USERS_PRIVATE_READ')) return new Map();
    const rows = await listAccountSessions(ctx.db, { userIds, limit: SESSIONS_SHOWN });
    return new Map(userIds.map((id) => [id, rows.filter(({ userId }) => userId === id)]));
  },
};

/** Accounts that are used from the same addresses by user, for admins who may see private data. */
export const relatedByAccount: Loader<readonly RelatedAccount[]> = {
  name: 'relatedByAccount',
  batch: async (ctx, userIds) => {
    if (!ctx.admin?.permissions.has('USERS_PRIVATE_READ')) return new Map();
    const rows = await listRelatedAccounts(ctx.db, {
      userIds,
      sessions: RELATED_BY_SESSIONS,
      withinMs: DAY_MS,
      limit: RELATED_SHOWN,
    });
    return new Map(userIds.map((id) => [id, rows.filter(({ userId }) => userId === id)]));
  },
};
