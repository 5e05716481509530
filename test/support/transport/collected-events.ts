import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Untyped } from '#test/support/actor.ts';
import type { Person, World } from '#test/support/world.ts';

export type CollectedEvents = {
  /** The data of the events so far, in the order in which they came. */
  readonly events: Untyped[];
  close(): void;
};

/** Many more than the statements of the subscriptions before they are registered; see `actor.ts`. */
const CONFIRMATIONS = 20;

/** Subscribes on a socket of its own. @param documents subscriptions without variables */
export async function collectEvents(
  world: Pick<World, 'url'>,
  person: Person,
  documents: readonly string[],
): Promise<CollectedEvents> {
  const client = createClient({
    url: world.url.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${person.token ?? ''}` },
    retryAttempts: 0,
  });
  const events: Untyped[] = [];
  const failed = Promise.withResolvers<never>();
  for (const query of documents) {
    client.subscribe(
      { query },
      { next: ({ data }) => void events.push(data), error: failed.reject, complete: () => undefined },
    );
  }
  for (let round = 0; round < CONFIRMATIONS; round += 1) {
    await Promise.race([failed.promise, client.iterate({ query: '{ me { id } }' }).next()]);
  }
  return { events, close: () => void client.dispose() };
}
