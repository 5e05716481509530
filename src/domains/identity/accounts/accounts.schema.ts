import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { RequestContext } from '#platform/context.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { UserRef } from '../users/users.schema.ts';
import { me } from '../users/users.service.ts';
import type { User } from '../users/users.types.ts';
import {
  cancelAccountDeletion,
  deactivateAccount,
  deletionDueAt,
  reactivateAccount,
  requestAccountDeletion,
} from './accounts.service.ts';

export const AccountStateRef = enumOf<AccountState>('AccountState', {
  description: 'How an account stands. Restrictions by moderators are separate.',
  values: {
    ACTIVE: 'In use.',
    DEACTIVATED: 'Put away by its owner, who can come back.',
    PENDING_DELETION: 'To be deleted; its owner can still cancel.',
    DELETED: 'Gone.',
  },
});

builder.objectField(UserRef, 'accountState', (t) =>
  t.field({
    type: AccountStateRef,
    nullable: true,
    description: 'How the account stands; null for everybody but the person themselves.',
    resolve: (user, _args, ctx) => (ctx.user?.id === user.id ? user.state : null),
  }),
);

builder.objectField(UserRef, 'deletionDueAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When the account is erased unless its owner cancels; null when that was not asked for, and for everybody but the person themselves.',
    resolve: (user, _args, ctx) => (ctx.user?.id === user.id ? deletionDueAt(signedIn(ctx)) : null),
  }),
);

const OWN_ACCOUNT = { type: UserRef, description: 'The caller.' } as const;
const PUT_AWAY =
  'its owner can still sign in and read, but whatever a restriction can stop is refused with INVALID_STATE';

mutationField('deactivateAccount', {
  description: `Puts the account of the caller away: for everybody else it is as if the person did not exist; ${PUT_AWAY}. Repeating it is success.`,
  access: 'user',
  restriction: null,
  payload: { user: OWN_ACCOUNT },
  resolve: async (ctx) => ({ user: await deactivateAccount(ctx) }),
});

mutationField('reactivateAccount', {
  description:
    'Takes up again an account that was put away; signing in alone does not. Everything is as it was. Repeating it is success.',
  access: 'user',
  restriction: null,
  payload: { user: OWN_ACCOUNT },
  resolve: async (ctx) => ({ user: await reactivateAccount(ctx) }),
});

/** By the address: what is not signed in has nothing else, and each try is one at a password. */
export const PROOF_BUDGET = { points: 10, windowSeconds: 300, per: 'ip' } as const;

export const SIGNED_OUT_NOTE =
  'People who cannot sign in, as those who are suspended, give their e-mail address and password or a provider token instead';

/** @param note when the password or the token is needed */
export function proofFields(t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>, note: string) {
  return {
    email: t.string({ description: 'The e-mail address. Only for callers who are not signed in.' }),
    password: t.string({ description: `The password of the account. ${note}` }),
    providerToken: t.string({
      description: `An access token from the identity provider for a sign-in of the last 5 minutes, in place of the password. ${note}`,
    }),
  };
}

mutationField('requestAccountDeletion', {
  description: `Has the account erased after 30 days, with everything in it. Nobody else sees it from now on; ${PUT_AWAY}. All other sessions end, a mail says so, and the owner can cancel. Proves anew who the caller is. ${SIGNED_OUT_NOTE}. Repeating it is success and moves no date.`,
  access: 'anyone',
  restriction: null,
  budget: PROOF_BUDGET,
  input: (t) => proofFields(t, 'This or the other one is required.'),
  payload: {
    user: { ...OWN_ACCOUNT, description: 'The caller; null as well for who is not signed in.' },
    deletionDueAt: { type: 'DateTime', description: 'When the account will be erased.' },
  },
  resolve: async (ctx, input) => {
    const dueAt = await requestAccountDeletion(ctx, input);
    return { user: await ownAccount(ctx), deletionDueAt: dueAt };
  },
});

mutationField('cancelAccountDeletion', {
  description: `Keeps an account that was to be erased; it is active again, also when it was put away before. ${SIGNED_OUT_NOTE}. Repeating it is success.`,
  access: 'anyone',
  restriction: null,
  budget: PROOF_BUDGET,
  input: (t) => proofFields(t, 'Ignored for who is signed in.'),
  payload: {
    user: { ...OWN_ACCOUNT, description: 'The caller; null as well for who is not signed in.' },
    accountState: { type: AccountStateRef, description: 'How the account stands now.' },
  },
  resolve: async (ctx, input) => {
    const accountState = await cancelAccountDeletion(ctx, input);
    return { user: await ownAccount(ctx), accountState };
  },
});

const ownAccount = (ctx: RequestContext): Promise<User> | null => (ctx.user ? me(signedIn(ctx)) : null);
