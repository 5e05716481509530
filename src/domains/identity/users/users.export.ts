import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { findOwnRow } from './lifecycle.queries.ts';

export const profileExport: ExportPart = {
  name: 'profile',
  description: 'Your profile and the state of your account.',
  async *rows({ db }, userId) {
    const { avatarMediaId, coverMediaId, ...profile } = await findOwnRow(db, userId);
    yield {
      ...profile,
      id: toGlobalId('user', profile.id),
      avatarMediaId: avatarMediaId && toGlobalId('media', avatarMediaId),
      coverMediaId: coverMediaId && toGlobalId('media', coverMediaId),
    };
  },
};
