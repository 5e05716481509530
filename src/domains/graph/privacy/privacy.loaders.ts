import type { Loader } from '#platform/request/loader.ts';
import { listPrivacySettings } from './privacy.queries.ts';
import type { PrivacySettings } from './privacy.types.ts';

/** Settings of users in force, whether or not the caller can see the users. */
export const privacyByUser: Loader<PrivacySettings> = {
  name: 'privacyByUser',
  batch: async (ctx, userIds) => {
    const settings = await listPrivacySettings(ctx.db, userIds);
    return new Map(settings.map((found) => [found.userId, found]));
  },
};
