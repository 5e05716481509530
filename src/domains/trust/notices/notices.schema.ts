import { builder } from '#platform/graphql/builder.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { AdminReportRef } from '../reports/admin-reports.schema.ts';
import { ReasonRef, subjectIn, SubjectInputRef, SubReasonRef } from '../reports/reports.schema.ts';
import { noticeContactByReport } from './notices.loaders.ts';
import { submitIllegalContentNotice } from './notices.service.ts';
import type { NoticeContact } from './notices.types.ts';

mutationField('submitIllegalContentNotice', {
  description:
    'Tells of content that is illegal, also without an account. A person decides; receipt and outcome come by mail. The answer is the same whether the content exists or not.',
  refusals: 'VALIDATION_FAILED for what is missing or too long.',
  access: 'anyone',
  restriction: null,
  budget: { points: 5, windowSeconds: 3_600, per: 'caller' },
  input: (t) => ({
    subject: t.field({
      type: SubjectInputRef,
      required: true,
      description: 'The content or account by its id, also one that the caller does not see.',
    }),
    reason: t.field({ type: ReasonRef, required: true, description: 'Reason why it is illegal.' }),
    subReason: t.field({ type: SubReasonRef, description: 'A reason of the second level, of `reason`.' }),
    explanation: t.string({
      required: true,
      description: 'Explanation why it is illegal, 1 to {noticeTextLength} characters.',
    }),
    name: t.string({
      description:
        'Name of the caller, at most {noticeNameLength} characters, for moderators alone. Required but for CHILD_SAFETY.',
    }),
    email: t.string({
      description:
        'E-mail address of the caller, for moderators and mails about the notice alone. Required but for CHILD_SAFETY.',
    }),
    isInGoodFaith: t.boolean({
      required: true,
      description: 'Whether the caller believes that all of it is true and complete; must be true.',
    }),
  }),
  payload: {
    reportId: { type: 'ID', description: 'Global id of the notice, which mails about it name.' },
  },
  resolve: async (ctx, input) => ({
    reportId: toGlobalId(
      'report',
      await submitIllegalContentNotice(ctx, { ...input, subject: subjectIn(input.subject) }),
    ),
  }),
});

const ContactRef = builder.objectRef<NoticeContact>('AdminNoticeContact').implement({
  description: 'Sender of a notice of illegal content.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Name. Null where none was given.' }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'E-mail address, which is not proven. Null where none was given.',
    }),
  }),
});

builder.objectField(AdminReportRef, 'noticeContact', (t) =>
  t.field({
    type: ContactRef,
    nullable: true,
    description:
      'Sender of a notice. Null for other reports, {noticeContactDays} days after the outcome, and without the permission `CASES_DECIDE`.',
    resolve: ({ id }, _args, ctx) => load(ctx, noticeContactByReport, id),
  }),
);
