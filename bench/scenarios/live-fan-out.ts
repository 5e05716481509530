import { withBench } from '../harness/database.ts';
import { measureFanOut } from '../live/live-fan-out.ts';
import { measureIdle } from '../live/live-idle.ts';
import { measurePace } from '../live/live-pace.ts';
import { measureReconnect } from '../live/live-reconnect.ts';
import { reportLive } from '../live/live-report.ts';
import { fillLiveWorld } from '../live/live-world.ts';
import type { Size } from '../harness/report.ts';

const MEASURED = {
  small: {
    people: 40,
    rounds: 1,
    messages: 3,
    paced: 20,
    pauseMs: 500,
    idleSockets: 200,
    idleMs: 200,
    reconnecting: 15,
    behind: 5,
  },
  usual: {
    people: 1_000,
    rounds: 5,
    messages: 20,
    paced: 1_000,
    pauseMs: 60_000,
    idleSockets: 10_000,
    idleMs: 3_000,
    reconnecting: 300,
    behind: 100,
  },
  full: {
    people: 1_000,
    rounds: 15,
    messages: 20,
    paced: 1_000,
    pauseMs: 60_000,
    idleSockets: 10_000,
    idleMs: 3_000,
    reconnecting: 300,
    behind: 100,
  },
} satisfies Record<Size, object>;

/**
 * Measures what messages of a crowded conversation cost beside a bare broadcast of the same bytes, how long a message to a
 * small group takes, what subscribed sockets take, and how a crowd that was cut comes back.
 * @returns whether every target was met
 */
export const runLiveFanOut = (size: Size): Promise<boolean> =>
  withBench(async (bench) => {
    const { people, rounds, messages, paced, pauseMs, idleSockets, idleMs, reconnecting, behind } =
      MEASURED[size];
    const world = await fillLiveWorld(bench, { people, reconnecting });
    const fanOut = await measureFanOut(bench, world, { rounds, messages });
    const pace = await measurePace(bench, world, { messages: paced, perSecond: 100, idleMs: pauseMs });
    const idle = await measureIdle(bench, world, { sockets: idleSockets, idleMs });
    const reconnect = await measureReconnect(bench, world, { behind });
    if (size === 'small' && reconnect.arrived < reconnect.deliveries)
      throw new Error('Sockets that were cut do not get what they missed.');
    return reportLive({ fanOut, pace, idle, reconnect }, size);
  });
