import { SECOND_MS } from '#platform/kernel/clock.ts';

/** Keeps a process from asking a provider that does not answer. */
export type Circuit = {
  /** Whether to ask now; after a pause one request alone is tried. */
  mayAsk(nowMs: number): boolean;
  /** Whether nobody asks, but for the one who tries. */
  isOpen(nowMs: number): boolean;
  succeeded(): void;
  failed(nowMs: number): void;
};

const FAILURES_MAX = 5;
const WINDOW_MS = 30 * SECOND_MS;
const PAUSE_MS = 30 * SECOND_MS;

/** Opens after 5 failures in 30 seconds, for 30 seconds; then a single request decides whether it closes. */
export function createCircuit(): Circuit {
  let failures: number[] = [];
  let openUntilMs: number | null = null;
  let isTrying = false;
  return {
    mayAsk(nowMs) {
      if (openUntilMs === null) return true;
      if (nowMs < openUntilMs || isTrying) return false;
      isTrying = true;
      return true;
    },
    isOpen: (nowMs) => openUntilMs !== null && (nowMs < openUntilMs || isTrying),
    succeeded() {
      failures = [];
      openUntilMs = null;
      isTrying = false;
    },
    failed(nowMs) {
      failures = [...failures.filter((atMs) => atMs > nowMs - WINDOW_MS), nowMs];
      if (isTrying || failures.length >= FAILURES_MAX) openUntilMs = nowMs + PAUSE_MS;
      isTrying = false;
    },
  };
}
