import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { invalid, parseInput, refuseNulls } from '#platform/kernel/parse-input.ts';
import { lineSchema } from '#platform/kernel/text.ts';
import { expiryOf } from './expiry.ts';
import { foldedPhrase, patternOf } from './muted-words.policy.ts';
import {
  countOtherMutedWords,
  deleteMutedWord,
  findMutedWord,
  listMutedWords,
  updateMutedWordSettings,
  upsertMutedWord,
} from './muted-words.queries.ts';
import type { MutedWord, MutedWordTarget } from './muted-words.types.ts';

type Settings = {
  readonly targets?: readonly MutedWordTarget[] | null | undefined;
  readonly excludesFollowing?: boolean | null | undefined;
  readonly expiresAt?: Date | null | undefined;
};

const TARGETS = ['TEXT', 'HASHTAGS'] as const satisfies MutedWordTarget[];

const targetsSchema = z.array(z.enum(TARGETS)).min(1, 'Give at least 1 target.').nullish();
const targetsInput = z.object({ targets: targetsSchema });
const mutedWordInput = perLimits((limits) =>
  z.object({
    phrase: z
      .string()
      .transform(foldedPhrase)
      .pipe(lineSchema({ min: 1, max: limits.mutedWordLength })),
    targets: targetsSchema,
  }),
);

/**
 * Hides posts and comments that contain a phrase from the caller. Adding a phrase again replaces its settings.
 * @throws AppError LIMIT_REACHED when the caller has `mutedWords` of them
 */
export async function addMutedWord(
  ctx: UserContext,
  input: Settings & { phrase: string },
): Promise<MutedWord> {
  const { limits } = ctx;
  const parsed = parseInput(mutedWordInput(limits), input);
  const { phrase } = parsed;
  const targets = inOrder(parsed.targets ?? TARGETS);
  const pattern = requirePattern(phrase, targets);
  const expiresAt = expiryOf(ctx, input.expiresAt);
  const owner = ownerOf(ctx);
  return ctx.transaction(async (tx) => {
    // The lock serializes the additions of one user, so that their number cannot exceed the limit.
    await lockUsers(tx, [owner.id]);
    if ((await countOtherMutedWords(tx, owner, phrase)) >= limits.mutedWords) {
      const message = `You can keep at most ${limits.mutedWords} muted words. Remove one first.`;
      throw new AppError('LIMIT_REACHED', message, { details: { limit: limits.mutedWords } });
    }
    const id = await upsertMutedWord(tx, {
      id: ctx.ids.next(),
      userId: owner.id,
      phrase,
      targets,
      pattern,
      excludesFollowing: input.excludesFollowing ?? false,
      createdAt: owner.now,
      expiresAt,
    });
    return requireMutedWord(tx, owner, id);
  });
}

/** Changes only the given settings; an `until` of null makes the word permanent. @throws AppError NOT_FOUND | ValidationFailed */
export async function updateMutedWord(
  ctx: UserContext,
  input: Settings & { mutedWordId: string },
): Promise<MutedWord> {
  refuseNulls(input, ['targets', 'excludesFollowing']);
  const { targets } = parseInput(targetsInput, input);
  const expiresAt = input.expiresAt === undefined ? undefined : expiryOf(ctx, input.expiresAt);
  const owner = ownerOf(ctx);
  return ctx.transaction(async (tx) => {
    const word = await requireMutedWord(tx, owner, input.mutedWordId);
    const changes = {
      ...(targets ? { targets: inOrder(targets) } : {}),
      ...(input.excludesFollowing == null ? {} : { excludesFollowing: input.excludesFollowing }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
    if (isDeepStrictEqual({ ...word, ...changes }, word)) return word;
    const pattern = targets ? { pattern: requirePattern(word.phrase, targets) } : {};
    await updateMutedWordSettings(tx, { id: word.id, userId: owner.id }, { ...changes, ...pattern });
    return requireMutedWord(tx, owner, word.id);
  });
}

/** @throws AppError NOT_FOUND when the caller has no such word in force */
export async function removeMutedWord(ctx: UserContext, input: { mutedWordId: string }): Promise<string> {
  await ctx.transaction(async (tx) => {
    if (!(await deleteMutedWord(tx, ownerOf(ctx), input.mutedWordId))) throw mutedWordNotFound();
  });
  return input.mutedWordId;
}

/** The caller's muted words in force, newest first. */
export async function myMutedWords(ctx: UserContext, page: ListRequest<IdKey>): Promise<MutedWord[]> {
  return listMutedWords(ctx.db, ownerOf(ctx), page);
}

export async function findOwnMutedWord(ctx: RequestContext, id: string): Promise<MutedWord | null> {
  return ctx.user ? findMutedWord(ctx.db, { id: ctx.user.id, now: ctx.clock.now() }, id) : null;
}

type Owner = { readonly id: string; readonly now: Date };

const ownerOf = (ctx: InTransaction<UserContext>): Owner => ({ id: ctx.user.id, now: ctx.clock.now() });

const inOrder = (targets: readonly MutedWordTarget[]): MutedWordTarget[] =>
  TARGETS.filter((target) => targets.includes(target));

/** @throws AppError VALIDATION_FAILED for HASHTAGS alone with a phrase that cannot be a hashtag */
function requirePattern(phrase: string, targets: readonly MutedWordTarget[]): string {
  const pattern = patternOf(phrase, targets);
  if (pattern !== null) return pattern;
  throw invalid(['targets'], 'This phrase cannot be a hashtag. Add the target TEXT.', 'hashtag');
}

async function requireMutedWord(tx: Tx, owner: Owner, id: string): Promise<MutedWord> {
  const word = await findMutedWord(tx, owner, id);
  if (!word) throw mutedWordNotFound();
  return word;
}

const mutedWordNotFound = (): AppError => notFound('Muted word', ['mutedWordId']);
