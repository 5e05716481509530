import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { RestrictionKindRef } from '#platform/graphql/user-errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { isInForce } from './restrictions.policy.ts';
import { acknowledgeWarning, findOwnRestriction, myRestrictions } from './restrictions.service.ts';
import type { Restriction } from './restrictions.types.ts';

const RestrictionRef = builder.objectRef<Restriction>('Restriction').implement({
  description: 'Restriction of the caller by moderators, in force or not. Visible only to them.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `restriction_…`.',
      resolve: ({ id }) => toGlobalId('restriction', id),
    }),
    kind: t.field({
      type: RestrictionKindRef,
      description: 'Kind of acts that it forbids.',
      resolve: ({ kind }) => kind,
    }),
    decisionId: t.id({
      nullable: true,
      description:
        'Global id of the decision of moderators that made it, `decision_…`. Null if there is none.',
      resolve: ({ decisionId }) => decisionId && toGlobalId('decision', decisionId),
    }),
    scope: t.exposeString('scope', {
      nullable: true,
      description: 'Territory that the decision names. Null for everywhere.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time from which it holds.',
      resolve: ({ createdAt }) => createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it ends by itself. Null if it lasts until it is lifted or acknowledged.',
      resolve: ({ expiresAt }) => expiresAt,
    }),
    liftedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which moderators lifted it. Null if they did not.',
      resolve: ({ liftedAt }) => liftedAt,
    }),
    acknowledgedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the caller acknowledged a WARNING. Null before, and for other kinds.',
      resolve: ({ acknowledgedAt }) => acknowledgedAt,
    }),
    isInForce: t.boolean({
      description: 'Whether it holds now.',
      resolve: (restriction, _args, ctx) => isInForce(restriction, ctx.clock.now()),
    }),
  }),
});

nodeType(RestrictionRef, 'restriction', findOwnRestriction);

const RestrictionConnectionRef = connectionType('Restriction', RestrictionRef, {
  description: 'Restrictions, newest first.',
});

listField('myRestrictions', {
  connection: RestrictionConnectionRef,
  description: 'Restrictions of the caller, in force or not, newest first.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myRestrictions(ctx, page),
});

mutationField('acknowledgeWarning', {
  description:
    'Notes that the caller has read a warning of moderators, which ends it. Succeeds without a change when it is acknowledged.',
  access: 'user',
  restriction: null,
  input: (t) => ({
    restrictionId: t.idOf('restriction', {
      required: true,
      description: 'A restriction of the kind WARNING; NOT_FOUND for any other.',
    }),
  }),
  payload: { restriction: { type: RestrictionRef, description: 'The warning.' } },
  resolve: async (ctx, { restrictionId }) => ({ restriction: await acknowledgeWarning(ctx, restrictionId) }),
});
