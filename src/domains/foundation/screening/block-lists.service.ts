import { z } from 'zod';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext, InTransaction } from '#platform/request/context.ts';
import { AppError, notFound, ValidationFailed } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { lineSchema } from '#platform/kernel/text.ts';
import {
  countBlockLists,
  deleteEntries,
  findBlockList,
  findBlockListByName,
  insertEntries,
  listBlockLists,
  lockBlockLists,
  upsertBlockList,
} from './block-lists.queries.ts';
import { ENTRY_WORDS_MAX, foldedEntry } from './screening.policy.ts';
import { increaseRulesVersion } from './screening.queries.ts';
import { forgetRules } from './screening-rules.ts';
import type { BlockList, BlockListAction, BlockListKind } from './screening.types.ts';
import { parseScreeningReason } from './thresholds.service.ts';

export const adminGetBlocklists = (ctx: AdminContext, page: ListRequest<IdKey>): Promise<BlockList[]> =>
  listBlockLists(ctx.db, page);

export const blockList = (ctx: AdminContext, id: string): Promise<BlockList | null> =>
  findBlockList(ctx.db, id);

const nameInput = z.object({ name: lineSchema({ min: 1, max: 100 }) });
const ENTRY_LENGTH_MAX = 200;

type ListInput = {
  readonly blocklistId?: string | null | undefined;
  readonly expectedVersion?: number | null | undefined;
  readonly name: string;
  readonly kind: BlockListKind;
  readonly action: BlockListAction;
  readonly isActive: boolean;
  readonly addEntries?: readonly string[] | null | undefined;
  readonly removeEntries?: readonly string[] | null | undefined;
  readonly reason: string;
};

/**
 * Makes a block list, or changes one and its entries.
 * @throws ValidationFailed | AppError NOT_FOUND | CONFLICT | LIMIT_REACHED
 */
export async function adminSaveBlocklist(ctx: AdminContext, input: ListInput): Promise<BlockList> {
  const reason = parseScreeningReason(input);
  const { name } = parseInput(nameInput, input);
  const added = parseEntries(input, 'addEntries');
  const removed = parseEntries(input, 'removeEntries');
  const saved = await ctx.transaction(async (tx) => {
    await lockBlockLists(tx);
    const before = await knownList(ctx, tx, input, name);
    const id = before?.id ?? ctx.ids.next();
    const { action, isActive } = input;
    const version = (before?.version ?? 0) + 1;
    const list = { id, name, kind: input.kind, action, isActive, version, changedAt: ctx.clock.now() };
    const entryCount = before?.entryCount ?? 0;
    await upsertBlockList(tx, { ...list, entryCount });
    const fewer = await deleteEntries(tx, id, removed);
    const entries = added.map((entry) => ({ id: ctx.ids.next(), entry }));
    const after = { ...list, entryCount: entryCount - fewer + (await insertEntries(tx, id, entries)) };
    assertLength(after, ctx.limits.blockListEntries);
    await upsertBlockList(tx, after);
    await increaseRulesVersion(tx);
    await writeAuditEntry(ctx, tx, {
      action: 'adminSaveBlocklist',
      subject: { kind: 'blocklist', id },
      reason,
      before: before && auditedOf(before),
      after: auditedOf(after),
    });
    return after;
  });
  forgetRules(ctx);
  return saved;
}

const auditedOf = ({ action, isActive, entryCount, version }: BlockList) => ({
  action,
  isActive,
  entryCount,
  version,
});

/** The list that is changed, locked; null for a new one. */
async function knownList(
  ctx: InTransaction<AdminContext>,
  tx: Tx,
  { blocklistId, expectedVersion, kind }: ListInput,
  name: string,
): Promise<BlockList | null> {
  const named = await findBlockListByName(tx, name);
  if (named && named.id !== blocklistId) {
    throw new AppError('CONFLICT', 'Another block list has this name.', {
      path: ['name'],
      details: { existingId: toGlobalId('blocklist', named.id) },
    });
  }
  if (blocklistId == null) {
    const limit = ctx.limits.blockLists;
    if ((await countBlockLists(tx)) >= limit) {
      throw new AppError('LIMIT_REACHED', `Keep at most ${limit} block lists.`, { details: { limit } });
    }
    return null;
  }
  const found = await findBlockList(tx, blocklistId);
  if (!found) throw notFound('Block list', ['blocklistId']);
  if (found.version !== expectedVersion) {
    throw new AppError('CONFLICT', 'The block list has changed: fetch it again.', {
      path: ['expectedVersion'],
    });
  }
  if (found.kind !== kind) throw invalid(['kind'], 'The kind of a block list cannot be changed.', 'constant');
  return found;
}

function assertLength({ entryCount }: BlockList, limit: number): void {
  if (entryCount <= limit) return;
  throw new AppError('LIMIT_REACHED', `A block list has at most ${limit} entries.`, {
    path: ['addEntries'],
    details: { limit },
  });
}

/** Folds entries, each once. @throws ValidationFailed that names each entry that no text can contain */
function parseEntries(input: ListInput, field: 'addEntries' | 'removeEntries'): string[] {
  const problems: AppError[] = [];
  const folded = (input[field] ?? []).map((entry, index) => {
    const text = entry.length > ENTRY_LENGTH_MAX ? null : foldedEntry(input.kind, entry);
    if (text === null) {
      problems.push(
        invalid(
          [field, String(index)],
          input.kind === 'LINK'
            ? 'An entry must be a domain, such as example.com.'
            : `An entry must have 1 to ${ENTRY_WORDS_MAX} words, at most ${ENTRY_LENGTH_MAX} characters.`,
          'entry',
        ),
      );
    }
    return text ?? '';
  });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return [...new Set(folded)];
}
