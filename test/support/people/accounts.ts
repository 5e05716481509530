import assert from 'node:assert/strict';
import type { Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import type { Person, World } from '#test/support/world.ts';

const ERRORS = 'errors { __typename code path ... on StateError { current allowed } }';

export const OWN_ACCOUNT = '{ me { accountState deletionDueAt } }';
export const DEACTIVATE = `mutation { deactivateAccount { me { accountState } ${ERRORS} } }`;
export const REACTIVATE = `mutation { reactivateAccount { me { accountState } ${ERRORS} } }`;
export const REQUEST_DELETION = `mutation ($input: RequestAccountDeletionInput!) { requestAccountDeletion(input: $input) {
  me { accountState deletionDueAt } deletionDueAt ${ERRORS} } }`;
export const CANCEL_DELETION = `mutation ($input: CancelAccountDeletionInput!) { cancelAccountDeletion(input: $input) {
  me { accountState deletionDueAt } accountState ${ERRORS} } }`;
export const REQUEST_EXPORT = `mutation ($input: RequestDataExportInput!) { requestDataExport(input: $input) {
  dataExport { id state sizeBytes url createdAt expiresAt }
  errors { __typename code path ... on RateLimitedError { retryAfterSeconds } } } }`;

/** Requests the deletion of an account, with consent to what it loses. @returns the time at which it is due */
export async function requestDeletion(person: Person): Promise<Date> {
  const { deletionDueAt, errors } = await consentToDeletion(person);
  assert.deepEqual(errors, []);
  return new Date(deletionDueAt);
}

async function consentToDeletion(person: Person): Promise<Untyped> {
  const { lostCoins } = (await person.do('{ me { deletionTerms { lostCoins } } }')).me.deletionTerms;
  const { data } = await person.ask(REQUEST_DELETION, { input: { password: person.password, lostCoins } });
  return data.requestAccountDeletion;
}

/** Runs the jobs that erase due accounts, and all jobs that follow. */
export async function runErasures(world: World): Promise<void> {
  await runCron(world, 'accounts.startErasures');
  await world.runJobs();
}

/** Requests the deletion of an account as its owner would, or as an admin where money is open. */
export async function requestAnyDeletion(world: World, person: Person): Promise<void> {
  if ((await consentToDeletion(person)).errors.length === 0) return;
  const { errors } = await callMutation(await world.admin(), {
    name: 'adminDeleteUser',
    payload: 'errors { code }',
    input: { userId: person.id, reason: 'A demand.' },
  });
  assert.deepEqual(errors, []);
}

/** Erases an account, and advances the clock past the second erasure. */
export async function erase(world: World, person: Person): Promise<void> {
  await requestAnyDeletion(world, person);
  world.clock.advance('30d');
  await runErasures(world);
  world.clock.advance('4h');
  await world.runJobs();
}
