import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { changeUsername, checkUsername } from './usernames.service.ts';
import type { UsernameAvailability, UsernameProblem } from './usernames.types.ts';
import { UserRef } from './users.schema.ts';

const UsernameProblemRef = enumType<UsernameProblem>('UsernameProblem', {
  description: 'Reason why a username is not available.',
  values: {
    INVALID: 'The name breaks a rule of usernames.',
    RESERVED: 'Reserved for the service.',
    TAKEN: 'Another user has the name.',
    CONFUSABLE: "The name looks like another user's.",
    HELD: 'Another user gave the name up less than 30 days ago and can take it back.',
  },
});

const UsernameAvailabilityRef = builder.objectRef<UsernameAvailability>('UsernameAvailability').implement({
  description: 'Current availability of a username to the caller.',
  fields: (t) => ({
    username: t.exposeString('username', {
      description: 'The name as it would be stored: in lower case, without surrounding white space.',
    }),
    isAvailable: t.boolean({
      description:
        'Whether the caller can take the name. True for their own and for names reserved for them.',
      resolve: ({ problem }) => problem === null,
    }),
    problem: t.field({
      type: UsernameProblemRef,
      nullable: true,
      description: 'Reason why the name is not available. Null if it is available.',
      resolve: ({ problem }) => problem,
    }),
    suggestions: t.stringList({
      description:
        'Up to 5 similar names that are available, nearest first. Empty if the name itself is available.',
      resolve: ({ suggestions }) => [...suggestions],
    }),
  }),
});

builder.queryField('checkUsername', (t) =>
  t.field({
    type: UsernameAvailabilityRef,
    nullable: true,
    description: 'Checks whether a username is available, and suggests similar ones.',
    access: 'anyone',
    budget: { points: 60, windowSeconds: 60, per: 'caller', networkPoints: 600 },
    args: {
      username: t.arg.string({ required: true, description: 'The requested username.' }),
      displayName: t.arg.string({ description: 'The display name, also used for suggestions.' }),
    },
    resolve: (_root, args, ctx) => checkUsername(ctx, args),
  }),
);

mutationField('changeUsername', {
  description:
    "Changes the caller's username, at most once in 14 days. The former one stays reserved for them for 30 days and leads to them. Succeeds without a change for the current username.",
  access: 'user',
  restriction: null,
  budget: { points: 20, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    username: t.string({
      required: true,
      description:
        'The new username: {usernameLengthMin} to {usernameLengthMax} of `a-z`, `0-9`, `_` and `.`, with at least one letter or digit. Dots only inside, never two in a row.',
    }),
  }),
  payload: { user: { type: UserRef, description: 'The updated caller.' } },
  resolve: async (ctx, input) => ({ user: await changeUsername(ctx, input) }),
});
