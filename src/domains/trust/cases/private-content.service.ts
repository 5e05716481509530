import { notFound } from '#platform/kernel/errors.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { parseReason } from '#domains/identity/admins/admins.policy.ts';
import { MEDIA_SHOWN, openMedia } from '../admin-content/admin-content.service.ts';
import type { MediaView } from '../admin-content/admin-content.types.ts';
import { subjectOf } from './cases.policy.ts';
import { findCase, listSnapshots } from './cases.queries.ts';
import type { CaseSnapshot } from './cases.types.ts';
import { type ContextMessage, findSubject, listContext } from './subjects.queries.ts';

/** Messages before, and as many after, a reported one. */
export const CONTEXT_MESSAGES = 10;
/** Versions of a content that are shown. */
export const SNAPSHOTS_SHOWN = 20;

export type OpenedContent = {
  readonly current: CaseSnapshot['content'] | null;
  readonly snapshots: readonly CaseSnapshot[];
  /** Media items of the content as it is. */
  readonly media: readonly MediaView[];
  readonly messages: readonly OpenedMessage[];
};

/** A message beside a reported one, or itself. */
export type OpenedMessage = ContextMessage & { readonly media: readonly MediaView[] };

/**
 * Shows the content of a case with its media, and messages around it; the look is in the audit log when the content is read.
 * @throws ValidationFailed | AppError NOT_FOUND
 */
export async function adminOpenPrivateContent(
  ctx: AdminContext,
  input: { caseId: string; reason: string },
): Promise<OpenedContent> {
  const { caseId } = input;
  const reason = parseReason(input);
  return ctx.transaction(async (tx) => {
    const found = await findCase(tx, caseId);
    if (!found) throw notFound('Case', ['caseId']);
    const { subjectKind } = found;
    await writeAuditEntry(ctx, tx, {
      action: 'adminOpenPrivateContent',
      subject: { kind: 'case', id: caseId },
      reason,
      before: null,
      after: { subjectKind },
    });
    const hasMessages = subjectKind === 'MESSAGE' || subjectKind === 'CONVERSATION';
    const current = await findSubject(tx, subjectOf(found));
    const messages = hasMessages ? await listContext(tx, subjectOf(found), CONTEXT_MESSAGES) : [];
    const shown = [...(current?.mediaIds ?? []), ...messages.flatMap(({ mediaIds }) => mediaIds)];
    const mediaById = await openMedia(tx, [...new Set(shown)]);
    const mediaOf = (ids: readonly string[]): MediaView[] =>
      ids.slice(0, MEDIA_SHOWN).flatMap((id) => mediaById.get(id) ?? []);
    return {
      current: current && current.content,
      media: mediaOf(current?.mediaIds ?? []),
      snapshots: await listSnapshots(tx, [caseId], SNAPSHOTS_SHOWN),
      messages: messages.map((message) => ({ ...message, media: mediaOf(message.mediaIds) })),
    };
  });
}
