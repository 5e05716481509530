import { CompiledQuery, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { type Clock, SECOND_MS } from '#platform/kernel/clock.ts';
import { rateLimited } from '#platform/kernel/errors.ts';
import { growingCache } from '#platform/caches/growing-cache.ts';
import { type CommitStatement, currentScope, outsideOfScope } from '#platform/kernel/operation-scope.ts';
import { keyedHash } from '#platform/secrets/keyed-hash.ts';
import { assertLeft, isShared } from '#platform/kernel/rate-limit.ts';
import type { Budgets, Charge, Point, Window } from '#platform/kernel/rate-limit.ts';

type WindowInMemory = { spent: number; readonly endsAt: Date };

const WINDOWS_MAX = 500_000;
/** Time for which a refusal is repeated without asking the database: in another process a point may come back. */
const REFUSAL_KEPT_MS = 5_000;

type Options = { readonly clock: Clock; readonly db: Db; readonly secret: Uint8Array };

export function createBudgets(options: Options): Budgets {
  const { clock } = options;
  const shared = createSharedCounts(options);
  const windows = growingCache<WindowInMemory>(WINDOWS_MAX);

  function spendInMemory(point: Point, count: number): Charge {
    const window = presentOf(point, windows.get(nameOf(point)), clock.now());
    assertLeft(point.allowance, window, clock.now(), count);
    window.spent += count;
    windows.set(nameOf(point), window);
    return { giveBack: async () => void (window.spent -= count) };
  }

  return {
    async spend(point, count = 1) {
      if (!isShared(point.allowance)) return spendInMemory(point, count);
      if (count !== 1) throw new Error('Points of a shared allowance are spent one by one.');
      return shared.spendShared(point);
    },
    spendShared: shared.spendShared,
    spendByCommit: shared.spendByCommit,
    giveBack: shared.giveBack,
    windowOf: async (point) =>
      isShared(point.allowance)
        ? shared.windowOf(point)
        : presentOf(point, windows.get(nameOf(point)), clock.now()),
  };
}

function createSharedCounts({
  clock,
  db,
  secret,
}: Options): Pick<Budgets, 'spendShared' | 'spendByCommit' | 'giveBack' | 'windowOf'> {
  const refusals = growingCache<Window>(WINDOWS_MAX, { ttlMs: REFUSAL_KEPT_MS });

  const windowOf = async (point: Point): Promise<Window> =>
    presentOf(point, await findCount(db, keyOf(secret, point)), clock.now());

  /** Runs work that spends points, unless they are known to be spent. */
  async function spending<Result>(points: readonly Point[], work: () => Promise<Result>): Promise<Result> {
    for (const point of points) {
      const known = presentOf(point, refusals.get(nameOf(point)), clock.now());
      assertLeft(point.allowance, known, clock.now());
    }
    try {
      return await work();
    } catch (error) {
      if (!isOverspent(error)) throw error;
      for (const point of points) {
        const window = await windowOf(point);
        if (window.spent >= point.allowance.points) refusals.set(nameOf(point), window);
        assertLeft(point.allowance, window, clock.now());
      }
      // A point has come back meanwhile.
      throw rateLimited(1);
    }
  }

  const counting = (points: readonly Point[]): CommitStatement => {
    const now = clock.now();
    return countPoints(
      points.map((point) => ({
        key: keyOf(secret, point),
        points: Number.isFinite(point.allowance.points) ? point.allowance.points : null,
        endsAt: presentOf(point, undefined, now).endsAt,
      })),
      now,
    );
  };

  return {
    windowOf,
    async spendShared(...points) {
      const { text, parameters } = counting(points);
      // The columns of `returning` are those of `Count`.
      const statement = CompiledQuery.raw(text(1), [...parameters]) as CompiledQuery<Count>;
      const { rows } = await spending(points, () => db.executeQuery(statement));
      const spentOf = new Map(rows.map(({ key, spent }) => [key, spent]));
      return {
        spent: points.map((point) => spentOf.get(keyOf(secret, point)) ?? 0),
        async giveBack() {
          for (const point of points) refusals.delete(nameOf(point));
          await outsideOfScope(() => giveBack(db, rows));
        },
      };
    },
    async giveBack(point) {
      const key = keyOf(secret, point);
      const { spent, endsAt } = await windowOf(point);
      refusals.delete(nameOf(point));
      if (spent > 0) await outsideOfScope(() => giveBack(db, [{ key, spent, endsAt }]));
    },
    async spendByCommit(point, act) {
      const scope = currentScope();
      if (!scope) throw new Error('Only in an operation does a commit spend points.');
      scope.withCommit = counting([point]);
      try {
        return await spending([point], act);
      } finally {
        scope.withCommit = null;
      }
    },
  };
}

/** Name of the window of a point in memory. */
const nameOf = ({ name, key }: Point): string => `${name}\n${key}`;

/** Key of its row. */
function keyOf(secret: Uint8Array, { name, key }: Point): string {
  // The secret also signs tokens; no token can begin like this.
  return keyedHash(secret, JSON.stringify(['budget', name, key])).toString('base64url');
}

/** The window, or the next one when it has ended. */
function presentOf<Known extends Window>(
  { allowance }: Point,
  known: Known | undefined,
  now: Date,
): Known | WindowInMemory {
  if (known && known.endsAt > now) return known;
  return { spent: 0, endsAt: new Date(now.getTime() + allowance.windowSeconds * SECOND_MS) };
}

type Count = { readonly key: string; readonly spent: number; readonly endsAt: Date };

type CountedPoint = { readonly key: string; readonly points: number | null; readonly endsAt: Date };

/** One statement for any number of points, by itself or as a part of another one. It locks rows in the order of their keys. */
function countPoints(points: readonly CountedPoint[], now: Date): CommitStatement {
  const inOrder = points.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return {
    text: (first, condition = 'true') => countingText(points.length, first, condition),
    parameters: [now, ...inOrder.flatMap(({ key, points: most, endsAt }) => [key, most, endsAt])],
  };
}

const countingTexts = new Map<string, string>();

/**
 * The text is written here, because it goes with almost every write, and Kysely takes as long to compile it as the server to execute it.
 * It is the same string in each call: another one with the same characters would be hashed and compared anew by all that look it up.
 */
function countingText(points: number, first: number, condition: string): string {
  const form = `${points} ${first} ${condition}`;
  let text = countingTexts.get(form);
  if (text === undefined) countingTexts.set(form, (text = writeCountingText(points, first, condition)));
  return text;
}

function writeCountingText(points: number, first: number, condition: string): string {
  const rows = Array.from({ length: points }, (_, index) => {
    const before = first + 3 * index;
    return `($${before + 1}::text, 1, $${before + 2}::integer, $${before + 3}::timestamptz)`;
  });
  const isCurrent = `known.expires_at > $${first}::timestamptz`;
  return `
    insert into budget_counts as known (key, spent, points, expires_at)
    select * from (values ${rows.join(', ')}) as counted where ${condition}
    on conflict (key) do update set
      spent = case when ${isCurrent} then known.spent + 1 else 1 end,
      points = excluded.points,
      expires_at = case when ${isCurrent} then known.expires_at else excluded.expires_at end
    returning key, spent, expires_at as "endsAt"`;
}

const CHECK_VIOLATION = '23514';

const isOverspent = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === CHECK_VIOLATION &&
  'constraint' in error &&
  error.constraint === 'budget_counts_within';

async function findCount(db: Db, key: string): Promise<Window | undefined> {
  return db
    .selectFrom('budget_counts')
    .select(['spent', 'expires_at as endsAt'])
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Of windows that have ended, nothing is given back. */
async function giveBack(db: Db, counts: readonly Count[]): Promise<void> {
  const keys = counts.map(({ key }) => key);
  const ends = counts.map(({ endsAt }) => endsAt);
  await sql`
    update budget_counts set spent = budget_counts.spent - 1
    from (
      select key from budget_counts
      where (key, expires_at) in (select * from unnest(${keys}::text[], ${ends}::timestamptz[]))
      order by key collate "C" for update
    ) locked
    where budget_counts.key = locked.key`.execute(db);
}
