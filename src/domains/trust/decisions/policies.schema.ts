import { adminSignedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { GroundRef } from './own-decisions.schema.ts';
import { POLICIES_MAX } from './decisions.queries.ts';
import type { Policy } from './decisions.types.ts';
import { adminGetPolicies, adminSavePolicy, findAnyPolicy } from './policies.service.ts';

const READ = { permission: 'REPORTS_READ' } as const;

const PolicyRef = builder.objectRef<Policy>('AdminPolicy').implement({
  description: 'Rule of the platform that decisions name.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `policy_…`.', resolve: ({ id }) => toGlobalId('policy', id) }),
    title: t.exposeString('title', { description: 'Title, which statements of reasons show.' }),
    ground: t.field({
      type: GroundRef,
      description: 'Ground that decisions by it usually have.',
      resolve: ({ ground }) => ground,
    }),
    template: t.exposeString('template', { description: 'Text that an explanation can begin from.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether new decisions can name it.' }),
  }),
});

adminNodeType(PolicyRef, 'policy', READ, findAnyPolicy);

builder.queryField('adminGetPolicies', (t) =>
  t.field({
    type: [PolicyRef],
    nullable: true,
    description: `Policies by their title, at most ${POLICIES_MAX}.`,
    access: READ,
    extensions: listSize(POLICIES_MAX),
    resolve: (_root, _args, ctx) => adminGetPolicies(adminSignedIn(ctx)),
  }),
);

mutationField('adminSavePolicy', {
  description: 'Adds a policy, or changes one; decisions that name it show its new title.',
  refusals: `CONFLICT for a title that another one has; LIMIT_REACHED past ${POLICIES_MAX} policies.`,
  access: { permission: 'SCREENING_MANAGE' },
  restriction: null,
  input: (t) => ({
    policyId: t.idOf('policy', { description: 'The policy to change. When omitted, one is added.' }),
    title: t.string({ required: true, description: 'Title, 1 to 100 characters.' }),
    ground: t.field({ type: GroundRef, required: true, description: 'Ground of decisions by it.' }),
    template: t.string({ required: true, description: 'Text for explanations, at most 2000 characters.' }),
    isActive: t.boolean({ required: true, description: 'Whether new decisions can name it.' }),
  }),
  payload: { policy: { type: PolicyRef, description: 'The policy.' } },
  resolve: async (ctx, input) => ({ policy: await findAnyPolicy(ctx, await adminSavePolicy(ctx, input)) }),
});
