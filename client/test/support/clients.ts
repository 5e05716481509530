import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { whenBusy } from '../../../test/support/when-busy.ts';
import type { Person, World } from '../../../test/support/world.ts';
import { createSocialClient, type SocialClient } from '../../src/client.ts';

/** The endpoints of a world's server, and the sockets of this platform. */
export const urlsOf = (world: World): { httpUrl: string; wsUrl: string; webSocket: typeof WebSocket } => ({
  httpUrl: world.url,
  wsUrl: world.url.replace('http', 'ws'),
  webSocket: WebSocket,
});

/** A client of somebody who is signed in already, or of nobody. */
export function clientOf(t: TestContext, world: World, person: Person | null): SocialClient {
  const social = createSocialClient({ ...urlsOf(world), getToken: () => person?.token ?? null });
  t.after(() => social.close());
  return social;
}

const WAIT_MAX_MS = 5_000;

export async function until(isReached: () => boolean): Promise<void> {
  const endsAtMs = Date.now() + whenBusy(WAIT_MAX_MS);
  while (!isReached()) {
    assert.ok(Date.now() < endsAtMs, `not reached in time: ${isReached.toString()}`);
    await delay(10);
  }
}
