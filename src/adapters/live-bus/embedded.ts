import type { BusSignal, LiveBusPort } from '#ports/live-bus.ts';

/** The bus of a single process: signals go directly to its own listeners. */
export function createEmbeddedBus(): LiveBusPort {
  const listeners = new Set<(signal: BusSignal) => void>();
  const tell = (signal: BusSignal): void => listeners.forEach((listener) => listener(signal));
  return {
    publish: tell,
    tell,
    logNotice: null,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isConnected: () => true,
    close: async () => listeners.clear(),
  };
}
