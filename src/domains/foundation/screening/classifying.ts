import { DAY_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import { type ClassifiedImage, ModerationError } from '#ports/moderation.ts';
import { type Circuit, createCircuit } from './circuit.ts';
import { highestScores } from './screening.policy.ts';
import type { Judged } from './screening.types.ts';

/** Time that an author waits at most for a provider that is not in the process. */
export const SOFT_LIMIT_MS = 700;
/** Time that a job waits. */
export const HARD_LIMIT_MS = 10 * SECOND_MS;
/** Time that a job waits for a model on this machine, which is loaded within it when it was idle. */
export const LOCAL_LIMIT_MS = 60 * SECOND_MS;

type Classifying = Pick<Services, 'ports' | 'budgets' | 'clock' | 'limits' | 'log'>;

const circuits = new WeakMap<Services['ports'], Circuit>();

/** A caller who goes away must not count as a failure of the provider, nor as its success. */
const NEVER = new AbortController().signal;

type Classified = Omit<Judged, 'outcome' | 'category'> & {
  /** Whether the provider judges what it was given at all. */
  readonly isJudged: boolean;
};

type Content = { readonly texts?: readonly string[]; readonly images?: readonly ClassifiedImage[] };

/** @returns null when the provider cannot be asked now, or did not answer in time */
export async function classify(
  services: Classifying,
  { texts = [], images = [] }: Content,
  timeLimitMs: number,
): Promise<Classified | null> {
  const { moderation } = services.ports;
  const startedAtMs = performance.now();
  const ask = async (): Promise<Classified> => {
    const { provider, model, items } = await moderation.classify({
      texts,
      images,
      timeLimitMs,
      signal: NEVER,
    });
    const latencyMs = Math.round(performance.now() - startedAtMs);
    const isJudged = items.every((item) => item !== null);
    return { provider, model, scores: highestScores(items), latencyMs, isJudged };
  };
  if (!moderation.isRemote) return ask().catch((error: unknown) => giveUp(services, error));
  const circuit = circuitOf(services.ports);
  if (!circuit.mayAsk(services.clock.now().getTime())) return null;
  if (!(await maySpend(services))) {
    circuit.succeeded();
    return null;
  }
  try {
    const classified = await ask();
    circuit.succeeded();
    return classified;
  } catch (error) {
    circuit.failed(services.clock.now().getTime());
    return giveUp(services, error);
  }
}

function giveUp({ log }: Classifying, error: unknown): null {
  if (!(error instanceof ModerationError)) log.error({ err: error }, 'a content was not judged');
  return null;
}

/** Whether this process does not ask the provider now, since it has failed. */
export const isCircuitOpen = ({ ports, clock }: Pick<Services, 'ports' | 'clock'>): boolean =>
  circuitOf(ports).isOpen(clock.now().getTime());

function circuitOf(ports: Services['ports']): Circuit {
  const known = circuits.get(ports) ?? createCircuit();
  circuits.set(ports, known);
  return known;
}

/** Spends one of the calls of a day, of all processes together. */
async function maySpend({ budgets, limits }: Classifying): Promise<boolean> {
  const allowance = { points: limits.moderationCallsPerDay, windowSeconds: DAY_MS / SECOND_MS };
  try {
    await budgets.spend({ name: 'moderation', allowance, key: 'all' });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
    throw error;
  }
}
