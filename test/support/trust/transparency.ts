import assert from 'node:assert/strict';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import type { World } from '#test/support/world.ts';

const REPORT = `query ($from: DateTime!, $until: DateTime!) { adminGetTransparencyReport(from: $from, until: $until) {
  noticeCount noticesByReason { reason count } reportCount reportsByReason { reason count } medianNoticeSeconds medianReportSeconds
  decisionCount decisionsBySource { source count } decisionsByAction { action count } automaticallyDetectedCount
  automaticallyDecidedCount overturnedCount overturnedBps appealCount appealsByState { state count } suspensionCount
  heldByMachineCount refusedByMachineCount } }`;

/** The transparency report of a span. */
export const transparencyOf = async (
  admin: Actor,
  span: { readonly from: Date; readonly until: Date },
): Promise<Untyped> => (await admin.do(REPORT, span)).adminGetTransparencyReport;

/** @returns the payload */
export const askForStatements = (admin: Actor, day: string): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminExportStatementsOfReasons',
    payload: 'export { id day state url } errors { code path }',
    input: { day },
  });

/** Requests a file with the statements of a day. @returns it, once it is written, with its text */
export async function exportStatements(world: World, admin: Actor, day: string): Promise<Untyped> {
  const { export: made, errors } = await askForStatements(admin, day);
  assert.deepEqual(errors, []);
  await world.runJobs();
  const { adminGetStatementExports } = await admin.do(
    '{ adminGetStatementExports { nodes { id day state rowCount sizeBytes url } } }',
  );
  const file = adminGetStatementExports.nodes.find(({ id }: Untyped) => id === made.id);
  assert.equal(file.state, 'READY');
  const response = await fetch(file.url);
  const text = await response.text();
  return { ...file, text, name: response.headers.get('content-disposition') };
}

/** The statements of a file. */
export const statementsIn = (text: string): Untyped[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
