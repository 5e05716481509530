import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import type { Person } from '#test/support/world.ts';

export const REPORT_ERRORS = 'errors { code path }';

/** Reports a subject, for SPAM unless the input says otherwise. @returns the payload */
export const report = (reporter: Actor, subject: object, input: object = {}): Promise<Untyped> =>
  callMutation(reporter, {
    name: 'reportContent',
    payload: `report { id subjectKind subjectId reason subReason text state outcome decisionId closedAt } ${REPORT_ERRORS}`,
    input: { subject, reason: 'SPAM', ...input },
  });

export const withdraw = (reporter: Actor, reportId: string): Promise<Untyped> =>
  callMutation(reporter, {
    name: 'withdrawReport',
    payload: `report { state outcome } ${REPORT_ERRORS}`,
    input: { reportId },
  });

const CASE =
  'id subjectKind subjectId ownerId state queue priority reportedWeight assigneeId version isPrivate heldAt';

/** Cases of a queue in a state, the most urgent first. */
export async function casesIn(admin: Actor, { queue = 'GENERAL', state = 'OPEN' } = {}): Promise<Untyped[]> {
  const { adminGetCases } = await admin.do(
    `query ($queue: AdminCaseQueue, $state: AdminCaseState) {
      adminGetCases(queue: $queue, state: $state) { nodes { ${CASE} snapshots { content { text name } } } } }`,
    { queue, state },
  );
  return adminGetCases.nodes;
}

/** The one open case. */
export async function onlyCase(admin: Actor): Promise<Untyped> {
  const [found] = await casesIn(admin);
  if (!found) throw new Error('no case is open');
  return found;
}

export const publishText = async (author: Person, text: string): Promise<string> =>
  (
    await author.do(
      'mutation ($text: String!) { createPost(input: { text: $text }) { post { id } errors { code } } }',
      { text },
    )
  ).createPost.post.id;

export const myReports = async (reporter: Actor): Promise<Untyped[]> =>
  (await reporter.do('{ myReports { nodes { id subjectKind subjectId reason state outcome } } }')).myReports
    .nodes;
