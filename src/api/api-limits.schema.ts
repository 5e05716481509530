import { builder } from '#platform/graphql/builder.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { entriesOf } from '#platform/kernel/records.ts';
import { limitDefinitions } from '#domains/modules.ts';

const ApiLimitsRef = builder.objectRef<Limits>('ApiLimits').implement({
  description:
    'Limits in force. Admins of an installation can change them: do not hard-code them in a client.',
  fields: (t) =>
    Object.fromEntries(
      entriesOf(limitDefinitions).map(([name, { description }]) => [
        name,
        t.int({ description, resolve: (limits) => limits[name] }),
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
