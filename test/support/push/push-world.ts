import type { TestContext } from 'node:test';
import { createApnsPush } from '#adapters/push/apns.ts';
import { createFcmPush } from '#adapters/push/fcm.ts';
import { createWebPush } from '#adapters/push/web-push.ts';
import { createServiceAccountCredential } from '#adapters/identity/firebase-credential.ts';
import type { Patience } from '#adapters/push/answers.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { Person, World } from '#test/support/world.ts';
import { testWorld } from '#test/support/world.ts';
import { type ApnsServer, apnsServer } from './apns-server.ts';
import { type FcmServer, fcmServer } from './fcm-server.ts';
import { type WebPushServer, webPushServer } from './web-push-server.ts';

export type PushServers = {
  readonly FCM: FcmServer;
  readonly APNS: ApnsServer;
  readonly WEB_PUSH: WebPushServer;
};

export type PushWorld = { readonly world: World; readonly servers: PushServers };

/** A world whose notifications go to all three providers, on loopback. */
export async function pushWorld(
  t: TestContext,
  { patience = { messageMs: 5_000, batchMs: 10_000 }, log }: { patience?: Patience; log?: Logger } = {},
): Promise<PushWorld> {
  const [FCM, APNS, WEB_PUSH] = [await fcmServer(t), await apnsServer(t), await webPushServer(t)];
  const world = await testWorld(t, {
    ...(log && { log }),
    push: async (clock) => {
      const { projectId, serviceAccount, httpAgent } = FCM;
      const credential = await createServiceAccountCredential({
        serviceAccount,
        httpAgent,
        clock,
        timeoutMs: 5_000,
      });
      return {
        FCM: await createFcmPush({ projectId, credential, httpAgent, clock, patience }),
        APNS: await createApnsPush({
          ...APNS,
          origins: { PRODUCTION: APNS.origin, SANDBOX: APNS.origin },
          trusted: APNS.certificate,
          clock,
          patience,
        }),
        WEB_PUSH: createWebPush({
          ...WEB_PUSH,
          subject: 'mailto:push@plaza.example',
          hosts: [WEB_PUSH.host],
          clock,
          patience,
        }),
      };
    },
  });
  return { world, servers: { FCM, APNS, WEB_PUSH } };
}

export const REGISTER_DEVICE = `mutation ($input: RegisterPushDeviceInput!) { registerPushDevice(input: $input) {
  device { id platform appId locale environment registeredAt lastSuccessAt isCurrent } errors { code message path } } }`;

/** Registers a device. @returns its id */
export async function registerDevice(
  person: Person,
  token: string,
  more: { readonly platform?: string; readonly appId?: string; readonly locale?: string } = {},
): Promise<string> {
  const input = { platform: 'FCM', appId: 'com.example.plaza', locale: 'en-GB', token, ...more };
  const { registerPushDevice } = await person.do(REGISTER_DEVICE, { input });
  return registerPushDevice.device.id;
}

/** Sends a test notification. @returns the number of devices */
export async function sendTest(person: Person): Promise<number> {
  const { sendTestNotification } = await person.do(
    'mutation { sendTestNotification { deviceCount errors { code } } }',
  );
  return sendTestNotification.deviceCount;
}

export type SeenDelivery = {
  readonly deviceId: string | null;
  readonly platform: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly detail: string | null;
};

/** Results of the notifications of a person, newest first. */
export async function deliveriesOf(person: Person): Promise<readonly SeenDelivery[]> {
  const { myNotificationDeliveries } = await person.do(
    '{ myNotificationDeliveries { nodes { deviceId platform state reason detail } } }',
  );
  return myNotificationDeliveries.nodes;
}

/** Ids of the devices of a person, newest first. */
export async function deviceIdsOf(person: Person): Promise<readonly string[]> {
  const { myPushDevices } = await person.do('{ myPushDevices { nodes { id } } }');
  return myPushDevices.nodes.map(({ id }: { id: string }) => id);
}
