import { listLastSeen } from '#domains/identity/sessions/sessions.service.ts';
import type { Loader } from '#platform/loader.ts';
import { listPrivacySettings } from './privacy.queries.ts';
import type { PrivacySettings } from './privacy.types.ts';

/** The settings of people in force, whether the caller may see these people or not. */
export const privacyByUser: Loader<PrivacySettings> = {
  name: 'privacyByUser',
  batch: async (ctx, userIds) => {
    const settings = await listPrivacySettings(ctx.db, userIds);
    return new Map(settings.map((found) => [found.userId, found]));
  },
};

/** When people were last seen, for whoever was found to be admitted to it; absent for who never signed in. */
export const lastSeenByUser: Loader<Date> = {
  name: 'lastSeenByUser',
  batch: async (ctx, userIds) => {
    const seen = await listLastSeen(ctx.db, { userIds });
    return new Map(seen.map(({ userId, lastSeenAt }) => [userId, lastSeenAt]));
  },
};
