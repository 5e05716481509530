import type { PushMessage, PushProvider } from '#ports/push.ts';

export type PushPlatform = 'FCM' | 'APNS' | 'APNS_VOIP' | 'WEB_PUSH';
export type PushEnvironment = PushMessage['environment'];

/** A device as its owner sees it. */
export type PushDevice = {
  readonly id: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly platform: PushPlatform;
  readonly appId: string;
  readonly locale: string;
  readonly environment: PushEnvironment;
  readonly registeredAt: Date;
  /** Null while nothing was sent to it. */
  readonly lastSuccessAt: Date | null;
};

export type NewDevice = Omit<PushDevice, 'lastSuccessAt'> & {
  readonly tokenHash: Buffer;
  readonly sealedToken: string;
};

/** Content of a notification that leaves the product, the same for each device of a user. */
export type PushContent = Pick<
  PushMessage,
  'kind' | 'shown' | 'data' | 'badge' | 'collapseKey' | 'isUrgent'
> & {
  /** Type of the notification, for the list of deliveries. */
  readonly type: string;
};

/** Pushes that are sent batch by batch. Of each provider those that go to everybody at once have a queue of their own. */
export type PushQueue = { readonly provider: PushProvider; readonly isBulk: boolean };

/** A notification that waits for its provider, with the device that it is for. */
export type WaitingPush = {
  readonly id: string;
  readonly userId: string;
  readonly sealedContent: string;
  /** This one included. */
  readonly attempts: number;
  readonly expiresAt: Date;
  readonly deviceId: string;
  /** The owner of the device now. */
  readonly ownerId: string;
  readonly platform: PushPlatform;
  readonly tokenHash: Buffer;
  readonly sealedToken: string;
  readonly appId: string;
  readonly environment: PushEnvironment;
  readonly registeredAt: Date;
};

export type DeliveryState = 'SENT' | 'FAILED' | 'SKIPPED' | 'HELD';
export type DeliveryReason =
  | 'ACTIVE'
  | 'EXPIRED'
  | 'GONE'
  | 'MUTED'
  | 'NOT_CONFIGURED'
  | 'NOT_VISIBLE'
  | 'NO_DEVICE'
  | 'PREFERENCE'
  | 'QUIET_HOURS'
  | 'READ'
  | 'REFUSED'
  | 'UNREADABLE';

/** Result of a notification for one device. */
export type Delivery = {
  readonly id: string;
  readonly recipientId: string;
  /** Null where there was no device; otherwise perhaps one that is gone. */
  readonly deviceId: string | null;
  readonly platform: PushPlatform | null;
  readonly type: string;
  readonly state: DeliveryState;
  /** Null once it was sent. */
  readonly reason: DeliveryReason | null;
  /** A word of the provider about a refusal. */
  readonly detail: string | null;
  readonly at: Date;
};

/** A message that the embedded adapter has kept in place of sending it. */
export type RecordedPush = {
  readonly provider: string;
  readonly appId: string;
  readonly tokenEnd: string;
  readonly title: string | null;
  readonly body: string | null;
  readonly data: unknown;
  readonly sentAt: Date;
};
