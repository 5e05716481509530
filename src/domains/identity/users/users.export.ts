import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { findOwnRow, listFormerUsernames } from './lifecycle.queries.ts';

export const userExports: readonly ExportPart[] = [
  {
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
  },
  {
    name: 'usernames',
    description: 'The usernames that you had before, and when you gave them up.',
    async *rows({ db }, userId) {
      yield* await listFormerUsernames(db, userId);
    },
  },
];
