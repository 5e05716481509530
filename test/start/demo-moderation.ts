import assert from 'node:assert/strict';
import { createAdmin } from '#domains/identity/admins/admins.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import { type Actor, createActor, type Untyped } from '#test/support/actor.ts';
import type { TestContext } from 'node:test';
import {
  BADGE,
  BLOCK_LISTS,
  DECIDED_CASE,
  ESCALATED_CASE,
  HELD_COMMENT,
  MODERATOR,
  NOTICE,
  OPEN_CASE,
} from '../../db/demo/disputes.ts';

async function signedInAsAdmin(t: TestContext, services: Services, url: string): Promise<Actor> {
  const account = { email: 'owner@example.com', password: 'correct horse battery' };
  await createAdmin(services, { ...account, displayName: 'Owner', role: 'OWNER' });
  const admin = createActor(url, { token: null, onEnd: (end) => t.after(end) });
  const { adminLogin } = await admin.do(
    'mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { accessToken } }',
    { input: account },
  );
  admin.token = adminLogin.accessToken;
  return admin;
}

/** Asserts what moderation has in the demo world, as another admin and Nora see it. */
export async function seesModeration(
  t: TestContext,
  { services, url, nora }: { services: Services; url: string; nora: Actor },
): Promise<void> {
  const admin = await signedInAsAdmin(t, services, url);

  await t.test('seven reports in three cases, and a notice in one of its own', async () => {
    const { open, escalated, closed, legal, reports } = await admin.do(`
      fragment Seen on AdminCaseConnection { nodes {
        subjectKind isPrivate reportedWeight ownerStrikePoints owner { username }
        post { text moderationState } comment { text moderationState }
        decisions { actions policyTitle ground facts explanation strikePoints source isDetectedAutomatically }
      } }
      { open: adminGetCases(first: 9, state: OPEN) { ...Seen }
        escalated: adminGetCases(first: 9, state: ESCALATED) { ...Seen }
        closed: adminGetCases(first: 9, state: CLOSED) { ...Seen }
        legal: adminGetCases(first: 9, queue: LEGAL) { ...Seen }
        reports: adminGetReports(first: 20) { nodes {
          reporter { username } reason subReason text state outcome weight isIllegalNotice noticeContact { name email }
          case { subjectKind } } } }`);
    const undecided = { ownerStrikePoints: 0, comment: null, decisions: [] };
    assert.deepEqual(open.nodes, [
      {
        ...undecided,
        subjectKind: 'POST',
        isPrivate: false,
        reportedWeight: 300,
        owner: { username: 'freya' },
        post: { text: OPEN_CASE.post.text, moderationState: 'VISIBLE' },
      },
    ]);
    assert.deepEqual(escalated.nodes, [
      {
        ...undecided,
        subjectKind: 'MESSAGE',
        isPrivate: true,
        reportedWeight: 100,
        owner: { username: 'carmen.v' },
        post: null,
      },
    ]);
    const { policy, facts, explanation } = DECIDED_CASE;
    assert.deepEqual(closed.nodes, [
      {
        subjectKind: 'COMMENT',
        isPrivate: false,
        reportedWeight: 0,
        ownerStrikePoints: 1,
        owner: { username: 'victor' },
        post: null,
        comment: { text: DECIDED_CASE.comment.text, moderationState: 'REMOVED' },
        decisions: [
          {
            actions: ['REMOVE'],
            policyTitle: policy,
            ground: 'TERMS',
            facts,
            explanation,
            strikePoints: 1,
            source: 'NOTICE',
            isDetectedAutomatically: false,
          },
        ],
      },
    ]);
    assert.deepEqual(legal.nodes, [
      {
        ...undecided,
        subjectKind: 'POST',
        isPrivate: false,
        reportedWeight: 0,
        owner: { username: 'hana' },
        post: { text: NOTICE.post.text, moderationState: 'VISIBLE' },
      },
    ]);
    const reportOf = (username: string, kind: string): Untyped =>
      reports.nodes.find(
        (each: Untyped) => each.reporter?.username === username && each.case.subjectKind === kind,
      ) ?? assert.fail(username);
    const wanted = [
      ...OPEN_CASE.reports.map((each) => ({ ...each, subjectKind: 'POST', outcome: null })),
      { ...ESCALATED_CASE.report, subjectKind: 'MESSAGE', outcome: null },
      ...DECIDED_CASE.reports.map((each) => ({ ...each, subjectKind: 'COMMENT', outcome: 'ACTION_TAKEN' })),
    ];
    assert.equal(reports.nodes.length, wanted.length + 1);
    for (const { reporter, subjectKind, outcome, ...given } of wanted) {
      assert.deepEqual(reportOf(reporter, subjectKind), {
        ...given,
        reporter: { username: reporter },
        state: outcome === null ? 'OPEN' : 'CLOSED',
        outcome,
        weight: 100,
        isIllegalNotice: false,
        noticeContact: null,
        case: { subjectKind },
      });
    }
    const { reason, subReason, explanation: text, name, email } = NOTICE;
    assert.deepEqual(
      reports.nodes.filter(({ isIllegalNotice }: Untyped) => isIllegalNotice),
      [
        {
          reporter: null,
          reason,
          subReason,
          text,
          state: 'OPEN',
          outcome: null,
          weight: 0,
          isIllegalNotice: true,
          noticeContact: { name, email },
          case: { subjectKind: 'POST' },
        },
      ],
    );
  });

  await t.test('an appeal that another admin may decide, and acts in the audit log', async () => {
    const { adminGetAppeals, adminGetAuditEntries } = await admin.do(`{
      adminGetAppeals(first: 9) { nodes { id side state text decision { decidedById } } }
      adminGetAuditEntries(first: 50) { nodes { action admin { id email role } } } }`);
    const [{ id, decision, ...appeal }, ...others] = adminGetAppeals.nodes;
    assert.deepEqual(others, []);
    assert.deepEqual(appeal, { side: 'OWNER', state: 'PENDING', text: DECIDED_CASE.appeal });
    const acts = adminGetAuditEntries.nodes.filter(
      ({ admin: { email, role } }: Untyped) => email === MODERATOR.email && role === 'ADMIN',
    );
    assert.deepEqual(acts.map(({ action }: Untyped) => action).toSorted(), [
      'adminDecideCase',
      'adminEscalateCase',
      'adminGrantBadge',
      'adminLogin',
      'adminLogout',
      'adminSaveBlocklist',
      'adminSaveBlocklist',
      'adminSendAnnouncement',
    ]);
    assert.equal(decision.decidedById, acts[0].admin.id);
    const { adminDecideAppeal } = await admin.do(
      `mutation ($input: AdminDecideAppealInput!) { adminDecideAppeal(input: $input) { appeal { state } errors { code } } }`,
      { input: { appealId: id, result: 'OVERTURNED', note: 'One offer is no flood.' } },
    );
    assert.deepEqual(adminDecideAppeal, { appeal: { state: 'OVERTURNED' }, errors: [] });
  });

  await t.test('a held comment, two block lists and a badge', async () => {
    const { adminGetModerationScans, adminGetBlocklists } = await admin.do(`{
      adminGetModerationScans(first: 9, outcome: HOLD) { nodes { subjectKind subjectId state category } }
      adminGetBlocklists(first: 9) { nodes {
        name kind action isActive entryCount entries(first: 9) { nodes { text } } } } }`);
    const [{ subjectId, ...scan }, ...others] = adminGetModerationScans.nodes;
    assert.deepEqual(others, []);
    assert.deepEqual(scan, { subjectKind: 'COMMENT', state: 'DONE', category: 'INSULT' });
    const { adminGetNode } = await admin.do(
      'query ($id: ID!) { adminGetNode(id: $id) { ... on AdminCommentView { text moderationState author { username } } } }',
      { id: subjectId },
    );
    const { text, author } = HELD_COMMENT;
    assert.deepEqual(adminGetNode, { text, moderationState: 'HELD', author: { username: author } });
    const lists = adminGetBlocklists.nodes.map(({ entries, ...list }: Untyped) => ({
      ...list,
      entries: entries.nodes.map((entry: Untyped) => entry.text).toSorted(),
    }));
    assert.deepEqual(
      lists.toSorted((a: Untyped, b: Untyped) => a.name.localeCompare(b.name)),
      BLOCK_LISTS.map(({ addEntries, ...list }) => ({
        ...list,
        isActive: true,
        entryCount: addEntries.length,
        entries: addEntries,
      })),
    );
    const { user } = await nora.do(`{ user(username: "${BADGE.username}") { badges { kind } } }`);
    assert.deepEqual(user, { badges: [{ kind: 'BUSINESS' }] });
  });
}
