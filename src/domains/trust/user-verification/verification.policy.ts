import { z } from 'zod';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { acceptedTypes, MEDIA_FORMATS } from '#platform/kernel/media-types.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { textSchema } from '#platform/kernel/text.ts';
import type { UploadedFile } from '#platform/kernel/uploads.ts';
import { stateAfter, statesBefore, type VerificationStep } from './verification.state.ts';
import type { Badge, BadgeState, VerificationRequest, VerificationState } from './verification.types.ts';

export const noteInput = perLimits((limits) =>
  z.object({ note: textSchema({ min: 1, max: limits.verificationNoteLength }) }),
);

const MESSAGE_LENGTH_MAX = 500;
export const messageInput = z.object({ message: textSchema({ min: 1, max: MESSAGE_LENGTH_MAX }) });

export const DOCUMENT_FORMATS = `${MEDIA_FORMATS.image}, or PDF`;
const DOCUMENT_TYPES: readonly string[] = [...acceptedTypes('image'), 'application/pdf'];

/** @throws AppError VALIDATION_FAILED for too many files, and for one that is neither an image nor a PDF */
export function assertDocuments(files: readonly UploadedFile[], limit: number): void {
  if (files.length > limit) {
    throw invalid(['files'], `Use at most ${limit} documents in a request.`, 'max', limit);
  }
  const index = files.findIndex(({ contentType }) => !DOCUMENT_TYPES.includes(contentType));
  if (index === -1) return;
  throw new AppError('VALIDATION_FAILED', `Use documents of a type that is accepted: ${DOCUMENT_FORMATS}.`, {
    path: ['files', String(index)],
    details: { constraint: 'type', acceptedTypes: DOCUMENT_TYPES },
  });
}

/** The state after a step. @throws AppError INVALID_STATE */
export function nextState(step: VerificationStep, { state }: VerificationRequest): VerificationState {
  const next = stateAfter(step, state);
  if (next !== null) return next;
  throw new AppError('INVALID_STATE', 'The state of the request does not allow this. Load it again.', {
    path: ['requestId'],
    details: { current: state, allowed: statesBefore(step) },
  });
}

/** Refuses to decide about another version than the one that was looked at. @throws AppError CONFLICT */
export function assertVersion({ version }: VerificationRequest, expected: number): void {
  if (expected === version) return;
  throw new AppError('CONFLICT', 'The request was changed meanwhile. Load it and decide again.', {
    path: ['expectedVersion'],
    details: { constraint: 'version' },
  });
}

/** @throws AppError VALIDATION_FAILED unless a time is in the future */
export function assertFuture(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return;
  throw invalid(['expiresAt'], 'Give a time in the future.', 'future');
}

export const requestNotFound = (): AppError => notFound('Request', ['requestId']);

/** Judged whenever it is read: no job ends, suspends or restores a badge. */
export function badgeState(badge: Badge, now: Date): BadgeState {
  if (badge.revokedAt !== null) return 'REVOKED';
  if (badge.expiresAt !== null && badge.expiresAt <= now) return 'EXPIRED';
  return hasVerifiedNames(badge) ? 'ACTIVE' : 'SUSPENDED';
}

const hasVerifiedNames = (badge: Badge): boolean =>
  badge.displayName === badge.verifiedName && badge.username === badge.verifiedUsername;

/** Why the badge is not shown, to its owner. Null for one that is shown. */
export function badgeReason(badge: Badge, now: Date): string | null {
  const state = badgeState(badge, now);
  if (state === 'ACTIVE') return null;
  if (state === 'REVOKED') return badge.message;
  if (state === 'EXPIRED') return 'The badge has expired.';
  const { displayName, verifiedName, username, verifiedUsername } = badge;
  const changed = [
    ...(displayName === verifiedName ? [] : ['display name']),
    ...(username === verifiedUsername ? [] : ['username']),
  ];
  return `Your ${changed.join(' and your ')} changed after the badge was granted.`;
}
