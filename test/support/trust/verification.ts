import assert from 'node:assert/strict';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { pdf } from '#test/support/content/documents.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';

export const REQUEST = `id kind state displayName username note answer message createdAt endedAt documentsDeletedAt
  documents { fileName contentType sizeBytes }`;
export const ADMIN_REQUEST =
  'id state version reviewerId displayName username message user { username } documents { fileName }';
const ERRORS =
  'errors { code path ... on StateError { current allowed } ... on ConflictError { existingId } ... on ValidationError { constraint } }';

const REQUEST_VERIFICATION = `mutation ($input: RequestVerificationInput!) { requestVerification(input: $input) {
  request { ${REQUEST} } errors { code path } } }`;
const ANSWER_VERIFICATION = `mutation ($input: AnswerVerificationInput!) { answerVerification(input: $input) {
  request { ${REQUEST} } errors { code path } } }`;

/** A file as a browser sends it. */
export const file = (content: Uint8Array = pdf(), name = 'passport of ada.pdf'): File =>
  new File([new Uint8Array(content)], name);

const filesAs = (files: readonly File[]): Record<string, File> =>
  Object.fromEntries(files.map((each, index) => [`input.files.${index}`, each]));

/** @returns the payload of `requestVerification` */
export async function askFor(
  actor: Actor,
  kind: string,
  files: readonly File[] = [file()],
): Promise<Untyped> {
  const input = { kind, note: 'It is me.', files: files.map(() => null) };
  const answer = await actor.upload(REQUEST_VERIFICATION, { input }, filesAs(files));
  assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
  return answer.data.requestVerification;
}

/** @returns the open request */
export async function requested(actor: Actor, kind = 'IDENTITY', files?: readonly File[]): Promise<Untyped> {
  const { request, errors } = await askFor(actor, kind, files);
  assert.deepEqual(errors, []);
  return request;
}

/** @returns the payload of `answerVerification` */
export async function answerMore(
  actor: Actor,
  requestId: string,
  files: readonly File[] = [file()],
): Promise<Untyped> {
  const input = { requestId, note: 'Here is more.', files: files.map(() => null) };
  const answer = await actor.upload(ANSWER_VERIFICATION, { input }, filesAs(files));
  assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
  return answer.data.answerVerification;
}

export const withdraw = (actor: Actor, requestId: string): Promise<Untyped> =>
  callMutation(actor, {
    name: 'withdrawVerification',
    payload: `request { state documents { fileName } } ${ERRORS}`,
    input: { requestId },
  });

export const claim = (admin: Actor, requestId: string): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminClaimVerification',
    payload: `request { ${ADMIN_REQUEST} } ${ERRORS}`,
    input: { requestId },
  });

export const decide = (admin: Actor, input: Readonly<Record<string, unknown>>): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminDecideVerification',
    payload: `request { ${ADMIN_REQUEST} } ${ERRORS}`,
    input,
  });

export const openDocuments = (admin: Actor, requestId: string): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminOpenVerificationDocuments',
    payload: `documents { fileName contentType url } ${ERRORS}`,
    input: { requestId, reason: 'Review.' },
  });

const ADMIN_BADGE = 'id kind state verifiedName verifiedUsername requestId expiresAt revokedAt message';

export const grantBadge = (admin: Actor, input: Readonly<Record<string, unknown>>): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminGrantBadge',
    payload: `badge { ${ADMIN_BADGE} } ${ERRORS}`,
    input: { kind: 'NOTABLE', reason: 'Known.', ...input },
  });

export const revokeBadge = (admin: Actor, badgeId: string): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminRevokeBadge',
    payload: `badge { ${ADMIN_BADGE} } ${ERRORS}`,
    input: { badgeId, reason: 'Sold.', message: 'The account was sold.' },
  });

/** The kinds of the badges that a viewer sees of a user. */
export async function shownBadges(viewer: Actor, userId: string): Promise<string[]> {
  const { user } = await viewer.do('query ($id: ID!) { user(id: $id) { badges { kind } } }', { id: userId });
  return user.badges.map(({ kind }: Untyped) => kind);
}

/** The badges of the caller. */
export const ownBadges = async (actor: Actor): Promise<Untyped> =>
  (await actor.do('{ myBadges { kind state reason verifiedName verifiedUsername } }')).myBadges;

/** @returns the kind, of which no request is open any more */
export async function freedKind(caller: Actor, kind: string): Promise<string> {
  const { myVerificationRequest: last } = await caller.do(
    'query ($kind: BadgeKind!) { myVerificationRequest(kind: $kind) { id endedAt } }',
    { kind },
  );
  if (last && last.endedAt === null) await withdraw(caller, last.id);
  return kind;
}

/** @returns a kind of which a request is open */
export async function takenKind(caller: Actor): Promise<string> {
  const kind = await freedKind(caller, 'CREATOR');
  await requested(caller, kind, []);
  return kind;
}
