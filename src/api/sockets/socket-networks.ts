import type { Limits } from '#platform/kernel/limits.ts';

/** The place of one connection among those of its network. */
export type NetworkPlace = {
  /** The connection has sent `connection_init`. */
  open(): void;
  /** The connection has closed. */
  leave(): void;
};

type Counts = { sockets: number; unopened: number };

/** Bounds sockets by network: what a connection holds before it says who it is, is held for anybody. */
export function createSocketNetworks(limits: Limits): { take(network: string): NetworkPlace | null } {
  const networks = new Map<string, Counts>();

  return {
    /** @returns null when the network has all of its places */
    take(network) {
      const counts = networks.get(network) ?? { sockets: 0, unopened: 0 };
      if (counts.sockets >= limits.networkSockets) return null;
      if (counts.unopened >= limits.networkUnopenedSockets) return null;
      networks.set(network, counts);
      counts.sockets += 1;
      counts.unopened += 1;
      let isUnopened = true;
      let isHeld = true;
      const open = (): void => {
        if (isUnopened) counts.unopened -= 1;
        isUnopened = false;
      };
      return {
        open,
        leave() {
          if (!isHeld) return;
          isHeld = false;
          open();
          counts.sockets -= 1;
          if (counts.sockets === 0) networks.delete(network);
        },
      };
    },
  };
}
