import { runCron } from '#test/support/jobs/cron.ts';
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

/** @returns the time at which the account is due */
export async function requestDeletion(person: Person): Promise<Date> {
  const { requestAccountDeletion } = await person.do(REQUEST_DELETION, {
    input: { password: person.password },
  });
  return new Date(requestAccountDeletion.deletionDueAt);
}

/** Runs the jobs that erase due accounts, and all jobs that follow. */
export async function runErasures(world: World): Promise<void> {
  await runCron(world, 'accounts.startErasures');
  await world.runJobs();
}

/** Erases an account as its owner would, and advances the clock past the second erasure. */
export async function erase(world: World, person: Person): Promise<void> {
  await requestDeletion(person);
  world.clock.advance('30d');
  await runErasures(world);
  world.clock.advance('4h');
  await world.runJobs();
}
