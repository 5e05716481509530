import type { OperationScope } from '#platform/kernel/operation-scope.ts';
import { faultsOf } from '#platform/faults/faults.ts';
import { databaseAway, isDatabaseReadOnly, reportDatabaseFault, toDatabaseFault } from './database-fault.ts';
import { abandonLane, closeLane, connectLane, createLane, retireLane, runOnLane } from './lane.ts';
import type { Lane, LaneOptions, Result, Sent } from './lane.ts';
import { isOutdatedPlan, NAMED_STATEMENTS_MAX } from './session.ts';
import type { Statement } from './described-query.ts';

/** A few pipelined connections shared by all reads. */
export type Lanes = {
  run(statement: Statement, scope: OperationScope | undefined): Promise<Result>;
  counts(): LaneCounts;
  /** Whether one of the connections answers in time. */
  isAnswering(): Promise<boolean>;
  /** Destroys the connections, and makes no others. */
  abandon(): void;
  close(): Promise<void>;
};

/** `statements` are sent and not answered yet. */
export type LaneCounts = { readonly up: number; readonly down: number; readonly statements: number };

const WATCH_INTERVAL_MS = 1_000;
/** Time past the statement timeout after which a silent connection counts as dead. */
const UNRESPONSIVE_GRACE_MS = 5_000;

/** @throws PortFault when the first connections cannot be made */
export async function openLanes(options: LaneOptions & { lanes: number }): Promise<Lanes> {
  const lanes = Array.from({ length: options.lanes }, () => createLane(options));
  const faults = faultsOf(options.log);
  const watcher = setInterval(() => closeUnresponsiveLanes(lanes), WATCH_INTERVAL_MS).unref();

  async function close(): Promise<void> {
    clearInterval(watcher);
    await Promise.all(lanes.map(closeLane));
  }

  try {
    await Promise.all(lanes.map(connectLane));
  } catch (error) {
    await close();
    throw toDatabaseFault(error);
  }
  return {
    async run(statement, scope) {
      try {
        const result = await run(lanes, statement, scope);
        faults.over('database', ['away']);
        return result;
      } catch (error) {
        const fault = reportDatabaseFault(options.log, error);
        // Another server may have taken over: new connections find it.
        if (isDatabaseReadOnly(fault)) for (const each of lanes) retireIfOthersServe(each, lanes);
        throw fault;
      }
    },
    counts() {
      const up = lanes.filter(({ session }) => session !== null).length;
      const statements = lanes.reduce((sum, { queue }) => sum + queue.length, 0);
      return { up, down: lanes.length - up, statements };
    },
    isAnswering: () => isAnswering(lanes),
    abandon() {
      clearInterval(watcher);
      for (const lane of lanes) abandonLane(lane);
    },
    close,
  };
}

/** Runs a statement and retries it once after an outdated plan or another statement's cancellation. */
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
    else if (!isMistakenCancel(error, sent, lane.options.statementTimeoutMs)) throw error;
  } finally {
    if (lane.names.size >= NAMED_STATEMENTS_MAX) retireIfOthersServe(lane, lanes);
  }
  scope?.signal.throwIfAborted();
  // Unnamed, so that it gets a fresh plan.
  const again: Sent = { headSinceMs: null, isAbandoned: false };
  return runOnLane(pick(lanes), { ...statement, name: undefined }, scope, again);
}

const PING_TIMEOUT_MS = 2_000;

async function isAnswering(lanes: readonly Lane[]): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, PING_TIMEOUT_MS, false);
  const ping: Statement = { sql: 'select', parameters: [], name: undefined };
  const answers = lanes.map(async (lane) => {
    await runOnLane(lane, ping, undefined, { headSinceMs: null, isAbandoned: false });
    return true;
  });
  try {
    return await Promise.race([Promise.any(answers), late]);
  } catch {
    // No connection stands.
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function pick(lanes: readonly Lane[]): Lane {
  let best: Lane | null = null;
  for (const lane of lanes) {
    if (!lane.session || lane.isRetiring) continue;
    if (!best || lane.queue.length < best.queue.length) best = lane;
  }
  if (!best) throw databaseAway();
  return best;
}

/** Retires a lane unless it is the last one that serves. */
function retireIfOthersServe(lane: Lane, lanes: readonly Lane[]): void {
  const isServing = (other: Lane): boolean => other.session !== null && !other.isRetiring;
  if (isServing(lane) && lanes.some((other) => other !== lane && isServing(other))) retireLane(lane);
}

const QUERY_CANCELED = '57014';

/** Whether it was cancelled before its timeout: the request was meant for its neighbour, which had just finished. */
function isMistakenCancel(error: unknown, sent: Sent, statementTimeoutMs: number): boolean {
  const isCancelled = error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
  if (!isCancelled || sent.isAbandoned || sent.headSinceMs === null) return false;
  return performance.now() - sent.headSinceMs < statementTimeoutMs;
}

/** A black-holed network closes no connection: closing it here fails its statements and reconnects. */
function closeUnresponsiveLanes(lanes: readonly Lane[]): void {
  for (const lane of lanes) {
    const headSinceMs = lane.queue[0]?.headSinceMs ?? Infinity;
    const silentMs = performance.now() - headSinceMs;
    if (silentMs > lane.options.statementTimeoutMs + UNRESPONSIVE_GRACE_MS) lane.session?.destroy();
  }
}
