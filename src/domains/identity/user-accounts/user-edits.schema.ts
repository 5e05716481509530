import { mutationField } from '#platform/graphql/mutation.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { UserAccountRef } from './user-accounts.schema.ts';
import {
  adminCancelUserDeletion,
  adminExportUserData,
  adminRevokeUserSessions,
  adminUpdateUser,
} from './user-edits.service.ts';

const REASON_TEXT = 'Reason for the record, 1 to 500 characters. Users do not see it.';

mutationField('adminUpdateUser', {
  description:
    'Changes the given fields of a profile, such as an offensive name. The username has to be free; the former one stays reserved for the user, who need not wait between two changes for this one.',
  access: { permission: 'USERS_EDIT' },
  restriction: null,
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user.' }),
    displayName: t.string({ description: 'The display name, 1 to {displayNameLength} characters.' }),
    bio: t.string({
      description: 'The description of the profile, at most {bioLength} characters. Null clears it.',
    }),
    username: t.string({
      description: 'The username: {usernameLengthMin} to {usernameLengthMax} of `a-z`, `0-9`, `_` and `.`.',
    }),
    removesAvatar: t.boolean({ description: 'Whether to take the avatar away. Defaults to false.' }),
    removesCover: t.boolean({ description: 'Whether to take the cover away. Defaults to false.' }),
    reason: t.string({ required: true, description: REASON_TEXT }),
  }),
  payload: { user: { type: UserAccountRef, description: 'The updated account.' } },
  resolve: async (ctx, input) => ({ user: await adminUpdateUser(ctx, input) }),
});

mutationField('adminRevokeUserSessions', {
  description:
    'Ends all sessions of a user, or one: tokens are refused and sockets closed within 5 seconds. The user can sign in again.',
  access: { permission: 'USERS_EDIT' },
  restriction: null,
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user.' }),
    sessionId: t.idOf('session', { description: 'The session. All of them when omitted.' }),
    reason: t.string({ required: true, description: REASON_TEXT }),
  }),
  payload: { sessionIds: { type: ['ID'], description: 'Global ids of the ended sessions.' } },
  resolve: async (ctx, input) => ({
    sessionIds: (await adminRevokeUserSessions(ctx, input)).map((id) => toGlobalId('session', id)),
  }),
});

mutationField('adminCancelUserDeletion', {
  description: 'Cancels the deletion of an account that is PENDING_DELETION, which is ACTIVE then.',
  access: { permission: 'USERS_DELETE' },
  restriction: null,
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user.' }),
    reason: t.string({ required: true, description: REASON_TEXT }),
  }),
  payload: { user: { type: UserAccountRef, description: 'The updated account.' } },
  resolve: async (ctx, input) => ({ user: await adminCancelUserDeletion(ctx, input) }),
});

mutationField('adminExportUserData', {
  description:
    'Has an archive of all data of a user written, as `requestDataExport` does, for somebody who has asked for it by letter. The user is told by mail and alone can read it.',
  access: { permission: 'USERS_EDIT' },
  restriction: null,
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user.' }),
    reason: t.string({ required: true, description: REASON_TEXT }),
  }),
  payload: {
    requestedAt: {
      type: 'DateTime',
      description: 'Time at which the archive that is being written was requested.',
    },
  },
  resolve: async (ctx, input) => ({ requestedAt: await adminExportUserData(ctx, input) }),
});
