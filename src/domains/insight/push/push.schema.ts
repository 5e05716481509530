import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { APP_ID_LENGTH_MAX, TOKEN_LENGTH_MAX } from './push.policy.ts';
import {
  findOwnDevice,
  myPushDevices,
  type PushSetup,
  pushSetup,
  registerPushDevice,
  sendTestNotification,
  unregisterPushDevice,
} from './push.service.ts';
import type { PushDevice, PushEnvironment, PushPlatform } from './push.types.ts';

export const PushPlatformRef = enumType<PushPlatform>('PushPlatform', {
  description: 'Service that carries notifications to a device.',
  values: {
    APNS: 'Apple, for alerts.',
    APNS_VOIP: 'Apple, for calls that ring by CallKit.',
    FCM: 'Firebase Cloud Messaging, for Android above all.',
    WEB_PUSH: 'The push service of a browser.',
  },
});

const PushEnvironmentRef = enumType<PushEnvironment>('PushEnvironment', {
  description: 'Environment of an app at Apple.',
  values: {
    PRODUCTION: 'Builds from the App Store and TestFlight.',
    SANDBOX: 'Builds of developers.',
  },
});

const PushSetupRef = builder.objectRef<PushSetup>('PushSetup').implement({
  description: 'Facts that a client needs before it registers a device.',
  fields: (t) => ({
    platforms: t.field({
      type: [PushPlatformRef],
      description: 'Platforms that this server sends to, at most 4.',
      extensions: listSize(4),
      resolve: ({ platforms }) => [...platforms],
    }),
    webPushPublicKey: t.exposeString('webPushPublicKey', {
      nullable: true,
      description:
        'The `applicationServerKey` with which browsers subscribe, in base64url. Null where nothing is sent to browsers.',
    }),
  }),
});

builder.queryField('pushSetup', (t) =>
  t.field({
    type: PushSetupRef,
    nullable: true,
    description: 'Facts that a client needs before it registers a device, as `docs/guides/push.md` explains.',
    access: 'user',
    resolve: (_root, _args, ctx) => pushSetup(signedIn(ctx)),
  }),
);

const PushDeviceRef = builder.objectRef<PushDevice>('PushDevice').implement({
  description: 'A device of the caller that gets notifications. Visible only to its owner.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `pushdevice_…`.',
      resolve: ({ id }) => toGlobalId('pushdevice', id),
    }),
    platform: t.field({
      type: PushPlatformRef,
      description: 'Service that carries its notifications.',
      resolve: ({ platform }) => platform,
    }),
    appId: t.exposeString('appId', { description: 'Identifier of the app.' }),
    locale: t.exposeString('locale', { description: 'Language tag of the app, such as `en-GB`.' }),
    environment: t.field({
      type: PushEnvironmentRef,
      description: 'Environment of the app at Apple; PRODUCTION elsewhere.',
      resolve: ({ environment }) => environment,
    }),
    registeredAt: t.field({
      type: 'DateTime',
      description: 'Time of the last registration.',
      resolve: ({ registeredAt }) => registeredAt,
    }),
    lastSuccessAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which its service last took a notification. Null if it never did.',
      resolve: ({ lastSuccessAt }) => lastSuccessAt,
    }),
    isCurrent: t.boolean({
      description: 'Whether the session of this request has registered it.',
      resolve: ({ sessionId }, _args, ctx) => ctx.user?.sessionId === sessionId,
    }),
  }),
});

nodeType(PushDeviceRef, 'pushdevice', findOwnDevice);

listField('myPushDevices', {
  connection: connectionType('PushDevice', PushDeviceRef, { description: 'Devices, newest first.' }),
  description: 'The devices of the caller that get notifications, newest first.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myPushDevices(ctx, page),
});

mutationField('registerPushDevice', {
  description:
    'Has notifications sent to the device of this session, until the session ends. Call it at each start of the app: it replaces the former token. A token of somebody else becomes the caller’s. Past {pushDevices} devices the oldest makes room.',
  access: 'user',
  restriction: null,
  budget: { points: 60, windowSeconds: 3_600, per: 'user' },
  input: (t) => ({
    platform: t.field({
      type: PushPlatformRef,
      required: true,
      description: 'Service of the token, one of those of `pushSetup`.',
    }),
    token: t.string({
      required: true,
      description: `The registration token of FCM, the device token of Apple in hexadecimal, or the subscription of a browser as JSON, 1 to ${TOKEN_LENGTH_MAX} characters.`,
    }),
    appId: t.string({
      required: true,
      description: `Identifier of the app, such as \`com.example.app\`, or the host of a web front end, 1 to ${APP_ID_LENGTH_MAX} characters.`,
    }),
    locale: t.string({
      required: true,
      description: 'Language tag in which notifications are written, such as `en-GB`.',
    }),
    environment: t.field({
      type: PushEnvironmentRef,
      description: 'Environment of the app at Apple. Defaults to PRODUCTION.',
    }),
  }),
  payload: { device: { type: PushDeviceRef, description: 'The registered device.' } },
  resolve: async (ctx, input) => ({ device: await registerPushDevice(ctx, input) }),
});

mutationField('unregisterPushDevice', {
  description:
    'Sends no more notifications to a device of the caller. Succeeds without a change if there is none.',
  access: 'user',
  restriction: null,
  input: (t) => ({
    deviceId: t.idOf('pushdevice', { required: true, description: 'A device of the caller.' }),
  }),
  payload: { deviceId: { type: 'ID', description: 'Global id of the device.' } },
  resolve: async (ctx, { deviceId }) => {
    await unregisterPushDevice(ctx, deviceId);
    return { deviceId: toGlobalId('pushdevice', deviceId) };
  },
});

mutationField('sendTestNotification', {
  description:
    'Sends a notification to all devices of the caller; `myNotificationDeliveries` tells soon what became of it.',
  access: 'user',
  restriction: null,
  budget: { points: 10, windowSeconds: 3_600, per: 'user' },
  payload: {
    deviceCount: { type: 'Int', description: 'Number of devices to which it goes, 0 to {pushDevices}.' },
  },
  resolve: async (ctx) => ({ deviceCount: await sendTestNotification(ctx) }),
});
