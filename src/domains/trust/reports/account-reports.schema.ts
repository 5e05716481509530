import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { load } from '#platform/request/loader.ts';
import { reportsByAccount } from './account-reports.loaders.ts';
import { type AccountReports, COUNTED_REPORTS } from './reports.types.ts';

const AccountReportsRef = builder.objectRef<AccountReports>('AdminUserReports').implement({
  description: `Numbers of reports that concern a user, each at most ${COUNTED_REPORTS}. \`adminGetReports\` lists them.`,
  fields: (t) => ({
    aboutCount: t.exposeInt('aboutCount', {
      description: 'Reports about the user and what they have published, closed ones among them.',
    }),
    openAboutCount: t.exposeInt('openAboutCount', { description: 'Open reports among those.' }),
    byCount: t.exposeInt('byCount', { description: 'Reports that the user has sent.' }),
  }),
});

builder.objectField(UserAccountRef, 'reports', (t) =>
  t.field({
    type: AccountReportsRef,
    nullable: true,
    description: 'Reports that concern the user. Null without the permission `REPORTS_READ`.',
    resolve: ({ id }, _args, ctx) => load(ctx, reportsByAccount, id),
  }),
);
