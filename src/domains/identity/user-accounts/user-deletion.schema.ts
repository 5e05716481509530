import { mutationField } from '#platform/graphql/mutation.ts';
import { PROOF_TEXT } from '../admins/proofs.service.ts';
import { adminDeleteUser } from './user-deletion.service.ts';

mutationField('adminDeleteUser', {
  description:
    'Schedules an account for erasure after {accountDeletionGraceDays} days, as `requestAccountDeletion`, but whatever money is left: its coins are lost, its earnings unclaimed, and a dispute goes on in the books. The owner is told by mail and can cancel.',
  refusals: PROOF_TEXT,
  access: { permission: 'USERS_DELETE' },
  restriction: null,
  input: (t) => ({
    userId: t.idOf('user', { required: true, description: 'The user.' }),
    reason: t.string({
      required: true,
      description: 'Reason for the record, 1 to 500 characters. Users do not see it.',
    }),
  }),
  payload: {
    deletionDueAt: { type: 'DateTime', description: 'Time at which the account will be erased.' },
  },
  resolve: async (ctx, input) => ({ deletionDueAt: await adminDeleteUser(ctx, input) }),
});
