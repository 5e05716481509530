import { AppError } from '#platform/kernel/errors.ts';

/**
 * Refuses to replace another version than the one that the client has changed; without an expected one the last write wins.
 * @throws AppError CONFLICT
 */
export function assertVersion(
  what: 'draft' | 'post',
  { version }: { readonly version: number },
  expected: number | null | undefined,
): void {
  if (expected == null || expected === version) return;
  throw new AppError('CONFLICT', `The ${what} was saved elsewhere. Load it and save again.`, {
    path: ['expectedVersion'],
    details: { constraint: 'version' },
  });
}
