import { SECOND_MS } from '#platform/kernel/clock.ts';
import { outsideOfScope } from '#platform/kernel/operation-scope.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { BlockedTexts } from './screening.policy.ts';
import { findBlockedTexts, findRulesVersion, listThresholds } from './screening.queries.ts';
import type { Thresholds } from './screening.types.ts';

/** Thresholds and block lists as they are applied, of one version. */
export type Rules = {
  readonly version: number;
  readonly thresholds: readonly Thresholds[];
  readonly blocked: BlockedTexts;
};

type Kept = {
  rules: Promise<Rules> | null;
  lookedAtMs: number;
  looking: Promise<void> | null;
};

/** A change by an admin reaches every process within so long; who screens does not wait for a look. */
const LOOK_EVERY_MS = 5 * SECOND_MS;

// The lists are bounded in number and length, and so is this.
const keptBy = new WeakMap<Services['ports'], Kept>();

/** The rules in force, from the memory of the process. */
export function rulesOf({ ports, db }: Pick<Services, 'ports' | 'db'>): Promise<Rules> {
  const kept = keptBy.get(ports) ?? { rules: null, lookedAtMs: 0, looking: null };
  keptBy.set(ports, kept);
  const nowMs = performance.now();
  if (!kept.rules) {
    kept.lookedAtMs = nowMs;
    // Operations share the reading, so the end of one does not cancel it.
    kept.rules = outsideOfScope(() => readRules(db));
    kept.rules.catch(() => (kept.rules = null));
  } else if (nowMs - kept.lookedAtMs >= LOOK_EVERY_MS && !kept.looking) {
    kept.looking = outsideOfScope(() => look(db, kept)).finally(() => {
      kept.looking = null;
      kept.lookedAtMs = performance.now();
    });
    // The former rules stay in force while they cannot be read.
    kept.looking.catch(() => undefined);
  }
  return kept.rules;
}

/** Applies a change at once in the process that made it. */
export function forgetRules({ ports }: Pick<Services, 'ports'>): void {
  keptBy.delete(ports);
}

async function look(db: Services['db'], kept: Kept): Promise<void> {
  const [known, version] = [await kept.rules, await findRulesVersion(db)];
  if (known?.version === version) return;
  const read = await readRules(db);
  kept.rules = Promise.resolve(read);
}

/** The version is read first: a change meanwhile is then read twice, and never missed. */
async function readRules(db: Services['db']): Promise<Rules> {
  const version = await findRulesVersion(db);
  const [thresholds, blocked] = await Promise.all([listThresholds(db), findBlockedTexts(db)]);
  return { version, thresholds, blocked };
}
