import { builder } from '#platform/graphql/builder.ts';
import { type Limits, limitsSchema } from '#platform/limits.ts';

const ApiLimitsRef = builder.objectRef<Limits>('ApiLimits').implement({
  description:
    'The limits in force. They may be changed by the operator: read them rather than write them into a client.',
  fields: (t) =>
    Object.fromEntries(
      Object.entries(limitsSchema.shape).map(([name, { description = '' }]) => [
        name,
        // The keys of the schema's shape are those of what it parses.
        t.int({ description, resolve: (limits) => limits[name as keyof Limits] }),
      ]),
    ),
});

builder.queryField('apiLimits', (t) =>
  t.field({
    type: ApiLimitsRef,
    description: 'Every limit of this API.',
    access: 'anyone',
    resolve: (_root, _args, ctx) => ctx.limits,
  }),
);
