import { builder } from '#platform/graphql/builder.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { checkUsername } from './usernames.service.ts';
import type { UsernameAvailability, UsernameProblem } from './usernames.types.ts';

const UsernameProblemRef = enumOf<UsernameProblem>('UsernameProblem', {
  description: 'Why a username cannot be had.',
  values: {
    INVALID: 'It breaks a rule of usernames.',
    RESERVED: 'Nobody gets it: it could be taken for the service itself.',
    TAKEN: 'Somebody has it.',
    CONFUSABLE: "It looks like somebody else's.",
    HELD: 'Somebody gave it up less than 30 days ago, and can take it back.',
  },
});

const UsernameAvailabilityRef = builder.objectRef<UsernameAvailability>('UsernameAvailability').implement({
  description: 'Whether the caller can have a username, as it is at this moment.',
  fields: (t) => ({
    username: t.exposeString('username', {
      description: 'The name as it would be stored: lower case, without white space around it.',
    }),
    isAvailable: t.boolean({
      description: 'Whether the caller can have it; their own and those that are kept for them they can.',
      resolve: ({ problem }) => problem === null,
    }),
    problem: t.field({
      type: UsernameProblemRef,
      nullable: true,
      description: 'What is in the way; null when it is available.',
      resolve: ({ problem }) => problem,
    }),
    suggestions: t.stringList({
      description: 'Up to 5 names like it that are available, the nearest first; none when it is itself.',
      resolve: ({ suggestions }) => [...suggestions],
    }),
  }),
});

builder.queryField('checkUsername', (t) =>
  t.field({
    type: UsernameAvailabilityRef,
    nullable: true,
    description: 'Whether a username can be had, and which like it can be.',
    access: 'anyone',
    budget: { points: 60, windowSeconds: 60, per: 'ip' },
    args: {
      username: t.arg.string({ required: true, description: 'The wished username.' }),
      displayName: t.arg.string({ description: 'The name to show; suggestions are made of it too.' }),
    },
    resolve: (_root, args, ctx) => checkUsername(ctx, args),
  }),
);
