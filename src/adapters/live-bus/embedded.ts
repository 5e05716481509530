import type { BusSignal, LiveBusPort } from '#ports/live-bus.ts';

/** The bus of an installation of one process: news goes straight to its own listeners. */
export function createEmbeddedBus(): LiveBusPort {
  const listeners = new Set<(signal: BusSignal) => void>();
  return {
    publish: (signal) => listeners.forEach((listener) => listener(signal)),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => listeners.clear(),
  };
}
