import type { Logger } from '../logger.ts';
import type { OperationScope } from '../operation-scope.ts';
import { DatabaseAway, recogniseLoss } from './database-away.ts';
import { closeLane, connectLane, createLane, retireLane, runOnLane } from './lane.ts';
import type { Lane, Result, Sent } from './lane.ts';
import { isOutdatedPlan, NAMED_STATEMENTS_MAX } from './session.ts';
import type { SessionOptions, Statement } from './session.ts';

/** A few connections that all readers share. */
export type Lanes = {
  run(statement: Statement, scope: OperationScope | undefined): Promise<Result>;
  close(): Promise<void>;
};

const WATCH_INTERVAL_MS = 1_000;
/** How long past its time limit a statement may be silent before its connection counts as dead. */
const SILENCE_GRACE_MS = 5_000;

/** @throws DatabaseAway when the first connections cannot be made */
export async function openLanes(options: SessionOptions & { lanes: number; log: Logger }): Promise<Lanes> {
  const lanes = Array.from({ length: options.lanes }, () => createLane(options));
  const watcher = setInterval(() => endSilentLanes(lanes), WATCH_INTERVAL_MS).unref();

  async function close(): Promise<void> {
    clearInterval(watcher);
    await Promise.all(lanes.map(closeLane));
  }

  try {
    await Promise.all(lanes.map(connectLane));
  } catch (error) {
    await close();
    throw recogniseLoss(error);
  }
  return { run: (statement, scope) => run(lanes, statement, scope), close };
}

/** Runs a statement, and once more where it did nothing through no fault of its own. */
async function run(
  lanes: readonly Lane[],
  statement: Statement,
  scope: OperationScope | undefined,
): Promise<Result> {
  const sent: Sent = { headSinceMs: null, isAbandoned: false };
  const lane = pick(lanes);
  try {
    return await runOnLane(lane, statement, scope, sent);
  } catch (error) {
    if (isOutdatedPlan(error)) for (const each of lanes) retireIfOthersServe(each, lanes);
    else if (!isMistakenCancel(error, sent, lane.options.statementTimeoutMs)) throw recogniseLoss(error);
  } finally {
    if (lane.names.size >= NAMED_STATEMENTS_MAX) retireIfOthersServe(lane, lanes);
  }
  scope?.signal.throwIfAborted();
  try {
    // Without a name it also gets a fresh plan.
    const again: Sent = { headSinceMs: null, isAbandoned: false };
    return await runOnLane(pick(lanes), { ...statement, name: undefined }, scope, again);
  } catch (error) {
    throw recogniseLoss(error);
  }
}

function pick(lanes: readonly Lane[]): Lane {
  let best: Lane | null = null;
  for (const lane of lanes) {
    if (!lane.session || lane.isRetiring) continue;
    if (!best || lane.queue.length < best.queue.length) best = lane;
  }
  if (!best) throw new DatabaseAway('The database is away.');
  return best;
}

/** The last lane that serves stays, whatever it holds. */
function retireIfOthersServe(lane: Lane, lanes: readonly Lane[]): void {
  const isServing = (other: Lane): boolean => other.session !== null && !other.isRetiring;
  if (isServing(lane) && lanes.some((other) => other !== lane && isServing(other))) retireLane(lane);
}

const QUERY_CANCELED = '57014';

/** Cancelled before its time was up: the request was meant for its neighbour, which finished a moment earlier. */
function isMistakenCancel(error: unknown, sent: Sent, statementTimeoutMs: number): boolean {
  const isCancelled = error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
  if (!isCancelled || sent.isAbandoned || sent.headSinceMs === null) return false;
  return performance.now() - sent.headSinceMs < statementTimeoutMs;
}

/** A network that swallows everything closes no connection; what hangs on one then fails, and others are made. */
function endSilentLanes(lanes: readonly Lane[]): void {
  for (const lane of lanes) {
    const headSinceMs = lane.queue[0]?.headSinceMs ?? Infinity;
    const silentMs = performance.now() - headSinceMs;
    if (silentMs > lane.options.statementTimeoutMs + SILENCE_GRACE_MS) lane.session?.destroy();
  }
}
