import { randomBytes } from 'node:crypto';
import { addComment } from '#domains/content/comments/comments.service.ts';
import { adminSaveBlocklist } from '#domains/foundation/screening/block-lists.service.ts';
import {
  adminLogin,
  adminLogout,
  authenticateAdmin,
  createAdmin,
} from '#domains/identity/admins/admins.service.ts';
import { adminSendAnnouncement } from '#domains/insight/announcements/announcements.service.ts';
import { appealDecision } from '#domains/trust/appeals/appeals.service.ts';
import { adminEscalateCase, findCaseNow } from '#domains/trust/cases/cases.service.ts';
import type { Subject } from '#domains/trust/cases/cases.types.ts';
import { adminDecideCase } from '#domains/trust/decisions/decisions.service.ts';
import { adminGetPolicies } from '#domains/trust/decisions/policies.service.ts';
import { submitIllegalContentNotice } from '#domains/trust/notices/notices.service.ts';
import { findOwnReport, reportContent } from '#domains/trust/reports/reports.service.ts';
import { adminGrantBadge } from '#domains/trust/user-verification/badges.service.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { type AdminContext, contextOf } from '#platform/request/context.ts';
import { localContext } from '#platform/request/local-context.ts';
import {
  BADGE,
  BLOCK_LISTS,
  DECIDED_CASE,
  type DemoComment,
  type DemoReport,
  ESCALATED_CASE,
  HELD_COMMENT,
  MODERATOR,
  NOTICE,
  OPEN_CASE,
} from './disputes.ts';
import { ANNOUNCEMENT } from './notices.ts';
import { PEOPLE } from './people.ts';
import { contextAt, findPostId, servicesBefore, type Town } from './town.ts';

const WRITTEN_MS = 5 * HOUR_MS;
const REPORTED_MS = 3 * HOUR_MS;
const DECIDED_MS = 2 * HOUR_MS;
const APPEALED_MS = HOUR_MS;

/** Lets people report, insist and appeal, and an admin of the demo world decide and announce something. */
export async function moderate(town: Town): Promise<void> {
  await comment(town, HELD_COMMENT);
  const postId = await findPostId(town, OPEN_CASE.post);
  await report(town, { kind: 'POST', id: postId }, OPEN_CASE.reports);
  const escalatedId = await report(town, { kind: 'MESSAGE', id: await messageId(town) }, [
    ESCALATED_CASE.report,
  ]);
  const commentId = await comment(town, DECIDED_CASE.comment);
  const decidedId = await report(town, { kind: 'COMMENT', id: commentId }, DECIDED_CASE.reports);

  const admin = await signIn(town);
  await adminEscalateCase(admin, { caseId: escalatedId, reason: ESCALATED_CASE.reason });
  const decisionId = await decide(admin, decidedId);
  await grantBadge(town, admin);
  for (const list of BLOCK_LISTS) {
    await adminSaveBlocklist(admin, { ...list, isActive: true, reason: 'Most spam is of this kind.' });
  }
  await adminSendAnnouncement(admin, ANNOUNCEMENT, null);
  await adminLogout(admin);

  const owner = contextAt(town, DECIDED_CASE.comment.author, APPEALED_MS);
  await appealDecision(owner, { decisionId, text: DECIDED_CASE.appeal });
  await sendNotice(town);
}

async function comment(town: Town, { author, post, text }: DemoComment): Promise<string> {
  const ctx = contextAt(town, author, WRITTEN_MS);
  const input = { postId: await findPostId(town, post), text };
  try {
    return await addComment(ctx, input);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'MODERATION_NUDGE') throw error;
    return addComment(ctx, { ...input, retryToken: error.details.retryToken });
  }
}

/** @returns the id of the case */
async function report(town: Town, subject: Subject, reports: readonly DemoReport[]): Promise<string> {
  let caseId = '';
  for (const [index, { reporter, ...given }] of reports.entries()) {
    const ctx = contextAt(town, reporter, REPORTED_MS - index * MINUTE_MS);
    const filed = await findOwnReport(ctx, await reportContent(ctx, { subject, ...given }));
    caseId = filed?.caseId ?? '';
  }
  return caseId;
}

async function messageId({ tx, idOf }: Town): Promise<string> {
  const { sender, text } = ESCALATED_CASE;
  const found = tx
    .selectFrom('messages')
    .select('id')
    .where('sender_id', '=', idOf(sender))
    .where('text', '=', text);
  return (await found.executeTakeFirstOrThrow()).id;
}

const PASSWORD_BYTES = 24;

/**
 * Signs in an admin whose password is forgotten at once: the first admin of an installation did not decide, and so may decide
 * about the appeal.
 */
async function signIn(town: Town): Promise<AdminContext> {
  const services = servicesBefore(town, DECIDED_MS);
  const ctx = localContext(services);
  const account = { email: MODERATOR.email, password: randomBytes(PASSWORD_BYTES).toString('base64url') };
  await createAdmin(services, { ...account, displayName: MODERATOR.displayName, role: 'ADMIN' });
  const { accessToken } = await adminLogin(ctx, account);
  const { admin } = await authenticateAdmin(services, accessToken ?? '');
  if (!admin) throw new Error('The admin of the demo world is not signed in.');
  const { caller, signal } = ctx;
  return contextOf(services, { user: null, admin, tokenProblem: null, caller, signal });
}

/** @returns the id of the decision */
async function decide(admin: AdminContext, caseId: string): Promise<string> {
  const { policy, facts, explanation, strikePoints } = DECIDED_CASE;
  const found = await findCaseNow(admin, caseId);
  const policies = await adminGetPolicies(admin);
  return adminDecideCase(admin, {
    caseId,
    expectedVersion: found?.version ?? 0,
    actions: ['REMOVE'],
    policyId: policies.find(({ title }) => title === policy)?.id,
    ground: 'TERMS',
    facts,
    explanation,
    strikePoints,
  });
}

async function grantBadge({ idOf }: Town, admin: AdminContext): Promise<void> {
  const { username, kind, reason } = BADGE;
  const displayName = PEOPLE.find((person) => person.username === username)?.displayName ?? '';
  await adminGrantBadge(admin, { userId: idOf(username), kind, displayName, username, reason });
}

/** A job files it. */
async function sendNotice(town: Town): Promise<void> {
  const { post, ...given } = NOTICE;
  const subject = { kind: 'POST', id: await findPostId(town, post) } as const;
  const ctx = localContext(servicesBefore(town, APPEALED_MS));
  await submitIllegalContentNotice(ctx, { subject, ...given, isInGoodFaith: true });
}
