import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { MeRef } from '../users/me.schema.ts';
import { me } from '../users/users.service.ts';
import type { User } from '../users/users.types.ts';
import {
  cancelAccountDeletion,
  deactivateAccount,
  deletionDueAt,
  reactivateAccount,
  requestAccountDeletion,
} from './accounts.service.ts';

export const AccountStateRef = enumType<AccountState>('AccountState', {
  description: 'State of an account. Restrictions by moderators are separate.',
  values: {
    ACTIVE: 'Active.',
    DEACTIVATED: 'Deactivated by its owner, who can reactivate it.',
    PENDING_DELETION: 'Scheduled for deletion; its owner can still cancel.',
    DELETED: 'Deleted.',
  },
});

builder.objectFields(MeRef, (t) => ({
  accountState: t.field({
    type: AccountStateRef,
    description: 'State of the account.',
    resolve: (own) => own.state,
  }),
  deletionDueAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'Time at which the account is erased unless its owner cancels. Null if no deletion is requested.',
    resolve: (_own, _args, ctx) => deletionDueAt(signedIn(ctx)),
  }),
}));

const OWN_ACCOUNT = { type: MeRef, description: 'The account of the caller.' } as const;

mutationField('deactivateAccount', {
  description:
    "Deactivates the caller's account: it becomes invisible to all other users; its owner can still sign in and read, but everything that a restriction can stop fails with INVALID_STATE. Succeeds without a change when repeated.",
  access: 'user',
  restriction: null,
  payload: { me: OWN_ACCOUNT },
  resolve: async (ctx) => ({ me: await deactivateAccount(ctx) }),
});

mutationField('reactivateAccount', {
  description:
    'Reactivates a deactivated account; signing in alone does not. Succeeds without a change when repeated.',
  access: 'user',
  restriction: null,
  payload: { me: OWN_ACCOUNT },
  resolve: async (ctx) => ({ me: await reactivateAccount(ctx) }),
});

/** Guessing passwords is bounded where they are checked. */
export const REAUTHENTICATION_BUDGET = {
  points: 20,
  windowSeconds: 300,
  per: 'caller',
  networkPoints: 100,
} as const;

/** @param note says when the password or the token is needed */
export function reauthenticationFields(
  t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>,
  note: string,
) {
  return {
    email: t.string({
      description:
        'The e-mail address. Only for callers who are not signed in: users who cannot, such as suspended ones, give it with the password, or a provider token alone.',
    }),
    password: t.string({ description: `The password of the account. ${note}` }),
    providerToken: t.string({
      description: `An access token from the identity provider for a sign-in of the last 5 minutes, instead of the password. ${note}`,
    }),
  };
}

mutationField('requestAccountDeletion', {
  description:
    'Schedules the erasure of the account and all its data after {accountDeletionGraceDays} days; until then it is as if deactivated. Requires re-authentication. Ends other sessions; a mail confirms it, the owner can cancel.',
  refusals: 'INVALID_STATE for the obstacles of `Me.deletionTerms`; CONSENT_REQUIRED for other `lostCoins`.',
  access: 'anyone',
  restriction: null,
  budget: REAUTHENTICATION_BUDGET,
  input: (t) => ({
    ...reauthenticationFields(t, 'Give the password or the provider token.'),
    lostCoins: t.int({
      description:
        'Coins that the user agrees to lose: exactly `lostCoins` of `Me.deletionTerms`, else CONSENT_REQUIRED tells them. 0 when omitted.',
    }),
  }),
  payload: {
    me: { ...OWN_ACCOUNT, description: 'The account of the caller, if signed in.' },
    deletionDueAt: {
      type: 'DateTime',
      description: 'Time at which the account will be erased. A repetition does not change it.',
    },
  },
  resolve: async (ctx, input) => {
    const dueAt = await requestAccountDeletion(ctx, input);
    return { me: await ownAccount(ctx), deletionDueAt: dueAt };
  },
});

mutationField('cancelAccountDeletion', {
  description:
    'Cancels the deletion of an account, which becomes active. Users who cannot sign in give `email` and `password`, or `providerToken`. Succeeds without a change when repeated.',
  access: 'anyone',
  restriction: null,
  budget: REAUTHENTICATION_BUDGET,
  input: (t) => reauthenticationFields(t, 'Ignored if the caller is signed in.'),
  payload: {
    me: { ...OWN_ACCOUNT, description: 'The account of the caller, if signed in.' },
    accountState: { type: AccountStateRef, description: 'The new state of the account.' },
  },
  resolve: async (ctx, input) => {
    const accountState = await cancelAccountDeletion(ctx, input);
    return { me: await ownAccount(ctx), accountState };
  },
});

const ownAccount = (ctx: RequestContext): Promise<User> | null => (ctx.user ? me(signedIn(ctx)) : null);
