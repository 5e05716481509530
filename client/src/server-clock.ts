/** The server's time in milliseconds since 1970: the device's, until the first answer has told the difference. */
export type ServerClock = {
  nowMs(): number;
  /** Takes the header `Date` of an answer. */
  hear(date: string | null): void;
};

export function createServerClock(deviceNowMs: () => number): ServerClock {
  let aheadMs = 0;
  return {
    nowMs: () => deviceNowMs() + aheadMs,
    hear(date) {
      const serverMs = Date.parse(date ?? '');
      if (!Number.isNaN(serverMs)) aheadMs = serverMs - deviceNowMs();
    },
  };
}
