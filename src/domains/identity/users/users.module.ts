/**
 * People as others see them: profile, username and its history, and the counters in their row.
 * Owns `users` and `username_history`; other domains lock and count by user-rows.service.ts.
 * Begin with users.service.ts and usernames.service.ts; usernames.policy.ts says which names are taken or too alike.
 */
import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { deleteFormerUsernames, findOwnRow, listFormerUsernames } from './personal-data.queries.ts';
import './users.schema.ts';
import './me.schema.ts';
import './usernames.schema.ts';

const usersLimits = {
  bioLength: limit(500, 'Maximum characters of a bio.'),
  displayNameLength: limit(50, 'Maximum characters of a display name.'),
  usernameLengthMin: limit(3, 'Minimum characters of a username.'),
  usernameLengthMax: limit(30, 'Maximum characters of a username.'),
  newAccountDays: limit(30, 'Days for which an account counts as new: it gives, asks and gathers fewer.'),
};

defineModule({
  name: 'users',
  ids: ['user', 'me'],
  limits: usersLimits,
  personalData: {
    tables: {
      'public.username_history': { erased: 'users.eraseFormerNames', exported: ['usernames'] },
      'public.users': {
        erased: {
          id: 'other rows refer to it; nothing identifies the user',
          subject: 'other rows refer to it; nothing identifies the user',
        },
        exported: ['profile'],
      },
    },
    exports: [
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
    ],
    erasures: [{ name: 'users.eraseFormerNames', batches: [deleteFormerUsernames] }],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    user: true;
    me: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof usersLimits> {}
}
