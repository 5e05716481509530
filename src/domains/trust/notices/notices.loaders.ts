import type { Loader } from '#platform/request/loader.ts';
import { listContacts } from './notices.queries.ts';
import type { NoticeContact } from './notices.types.ts';

/** Senders of notices by their reports, for admins who decide about them. */
export const noticeContactByReport: Loader<NoticeContact> = {
  name: 'noticeContactByReport',
  batch: async (ctx, ids) => {
    const found = ctx.admin?.permissions.has('CASES_DECIDE') ? await listContacts(ctx.db, ids) : [];
    return new Map(found.map((contact) => [contact.reportId, contact]));
  },
};
