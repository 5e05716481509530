import type { TestContext } from 'node:test';
import type { Logger } from '#platform/kernel/logger.ts';
import { createFirebaseIdentity } from '#adapters/identity/firebase.ts';
import { firebaseServer, type FirebaseServer } from './firebase-server.ts';
import { testWorld, type World } from '#test/support/world.ts';

/** A world whose users sign in at Firebase, with its fake server. */
export async function firebaseWorld(
  t: TestContext,
  env: Readonly<Record<string, string>> = {},
  log?: Logger,
): Promise<{ world: World; firebase: FirebaseServer }> {
  const started = Promise.withResolvers<FirebaseServer>();
  const world = await testWorld(t, {
    env,
    ...(log && { log }),
    identity: async (clock) => {
      const firebase = await firebaseServer(t, clock);
      started.resolve(firebase);
      const { projectId, apiKey, serviceAccount, httpAgent, baseUrl } = firebase;
      const urls = { restBaseUrl: baseUrl, tokenBaseUrl: baseUrl };
      return createFirebaseIdentity({ projectId, apiKey, serviceAccount, httpAgent, ...urls, clock });
    },
  });
  return { world, firebase: await started.promise };
}
