import { z } from 'zod';
import { lockUsers } from '#domains/identity/users/users.service.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import {
  idKey,
  type IdKey,
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
} from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Limits } from '#platform/limits.ts';
import { invalid, parseInput } from '#platform/parse-input.ts';
import { lineOf } from '#platform/text.ts';
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
  readonly until?: Date | null | undefined;
};

const TARGETS = ['TEXT', 'HASHTAGS'] as const satisfies MutedWordTarget[];

const targetsSchema = z.array(z.enum(TARGETS)).min(1).nullish();

const phraseOf = (limits: Limits) =>
  z
    .string()
    .transform(foldedPhrase)
    .pipe(lineOf({ min: 1, max: limits.mutedWordLength }));

/**
 * Hides from the caller what holds a phrase. The same phrase again gets these settings.
 * @throws AppError LIMIT_REACHED when the caller has as many muted words as there may be
 */
export async function addMutedWord(
  ctx: UserContext,
  input: Settings & { phrase: string },
): Promise<MutedWord> {
  const { limits } = ctx;
  const parsed = parseInput(z.object({ phrase: phraseOf(limits), targets: targetsSchema }), input);
  const { phrase } = parsed;
  const targets = inOrder(parsed.targets ?? TARGETS);
  const pattern = findablePattern(phrase, targets);
  const expiresAt = expiryOf(ctx, input.until);
  const owner = ownerOf(ctx);
  return ctx.transaction(async (tx) => {
    // Words of one person are added one after the other, so that their number cannot pass the limit.
    await lockUsers(tx, [owner.id]);
    if ((await countOtherMutedWords(tx, owner, phrase)) >= limits.mutedWords) {
      throw new AppError('LIMIT_REACHED', `There can be at most ${limits.mutedWords} muted words.`, {
        details: { limit: limits.mutedWords },
      });
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
    return existingWord(tx, owner, id);
  });
}

/** Changes what is given and leaves the rest; an end of null lets the word last. @throws AppError NOT_FOUND */
export async function updateMutedWord(
  ctx: UserContext,
  input: Settings & { mutedWordId: string },
): Promise<MutedWord> {
  const { targets } = parseInput(z.object({ targets: targetsSchema }), input);
  const expiresAt = input.until === undefined ? undefined : expiryOf(ctx, input.until);
  const owner = ownerOf(ctx);
  return ctx.transaction(async (tx) => {
    const { id, phrase } = await existingWord(tx, owner, input.mutedWordId);
    await updateMutedWordSettings(
      tx,
      { id, userId: owner.id },
      {
        ...(targets ? { targets: inOrder(targets), pattern: findablePattern(phrase, targets) } : {}),
        ...(input.excludesFollowing == null ? {} : { excludesFollowing: input.excludesFollowing }),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      },
    );
    return existingWord(tx, owner, id);
  });
}

/** @throws AppError NOT_FOUND when the caller has no such word, or it has ended */
export async function removeMutedWord(ctx: UserContext, input: { mutedWordId: string }): Promise<string> {
  await ctx.transaction(async (tx) => {
    if (!(await deleteMutedWord(tx, ownerOf(ctx), input.mutedWordId))) throw noSuchWord();
  });
  return input.mutedWordId;
}

const mutedWordsList: KeysetList<IdKey> = { name: 'mutedWords', key: idKey };

/** The caller's muted words that last, newest first. */
export async function mutedWords(ctx: UserContext, args: PageArgs): Promise<Page<MutedWord>> {
  const page = parsePage(mutedWordsList, args, ctx.limits);
  const rows = await listMutedWords(ctx.db, ownerOf(ctx), page);
  return pageOf(mutedWordsList, page, rows, (word) => [word.id]);
}

export async function findOwnMutedWord(ctx: RequestContext, id: string): Promise<MutedWord | null> {
  return ctx.user ? findMutedWord(ctx.db, { id: ctx.user.id, now: ctx.clock.now() }, id) : null;
}

type Owner = { readonly id: string; readonly now: Date };

const ownerOf = (ctx: UserContext): Owner => ({ id: ctx.user.id, now: ctx.clock.now() });

const inOrder = (targets: readonly MutedWordTarget[]): MutedWordTarget[] =>
  TARGETS.filter((target) => targets.includes(target));

/** @throws AppError when the phrase is looked for in hashtags alone and can be none */
function findablePattern(phrase: string, targets: readonly MutedWordTarget[]): string {
  const pattern = patternOf(phrase, targets);
  if (pattern !== null) return pattern;
  throw invalid(['targets'], 'A phrase that no hashtag can be is looked for in TEXT.', 'hashtag');
}

async function existingWord(tx: Tx, owner: Owner, id: string): Promise<MutedWord> {
  const word = await findMutedWord(tx, owner, id);
  if (!word) throw noSuchWord();
  return word;
}

const noSuchWord = (): AppError => notFound('Muted word', ['mutedWordId']);
