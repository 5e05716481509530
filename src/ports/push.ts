/** Sends notifications to the devices of one provider. */
export type PushPort = {
  /**
   * Sends each message to its device; an answer says nothing of whether the device shows it. Ends within half a minute.
   * @param messages at most `PUSH_BATCH_MAX`
   * @returns the answers, in the order of the messages
   */
  send(messages: readonly PushMessage[]): Promise<readonly PushAnswer[]>;
  /** Whether a text can be a token of this provider, which does not say that there is such a device. */
  isToken(token: string): boolean;
  /** The key by which browsers subscribe, in base64url; null for providers whose devices need none. */
  readonly publicKey: string | null;
  close(): Promise<void>;
};

export const PUSH_BATCH_MAX = 500;

/** The services that carry notifications. */
export const PUSH_PROVIDERS = ['FCM', 'APNS', 'WEB_PUSH'] as const;
export type PushProvider = (typeof PUSH_PROVIDERS)[number];

/** The configured providers. */
export type PushPorts = Readonly<Partial<Record<PushProvider, PushPort>>>;

export type PushMessage = {
  /** A uuid, constant when the message is sent again. */
  readonly id: string;
  /** A registration token, a device token in hexadecimal, or a subscription of a browser as JSON. */
  readonly token: string;
  /** VOIP rings by CallKit; only APNs tells it from ALERT. */
  readonly kind: 'ALERT' | 'VOIP';
  /** Identifier of the app, which APNs calls its topic. */
  readonly appId: string;
  /** SANDBOX reaches builds of developers; only APNs has one. */
  readonly environment: 'PRODUCTION' | 'SANDBOX';
  /** Null shows nothing by itself: the app gets `data`. */
  readonly shown: { readonly title: string; readonly body: string } | null;
  /** For the app. With `shown` at most 3 KiB, which every provider takes. */
  readonly data: Readonly<Record<string, string>>;
  /** Number on the icon of the app; null leaves it. */
  readonly badge: number | null;
  /** A message replaces the one before it of the same key; null replaces none. */
  readonly collapseKey: string | null;
  /** Whether to wake the device. */
  readonly isUrgent: boolean;
  /** Time after which it is dropped, where the device was not reached. */
  readonly expiresAt: Date;
};

export type PushAnswer =
  /** The provider has taken it. */
  | { readonly outcome: 'OK' }
  /** The token is of no device any more, and never again will be. */
  | { readonly outcome: 'GONE' }
  /** Too many were sent: not before that time. */
  | { readonly outcome: 'THROTTLED'; readonly retryAfterMs: number }
  /** The same message to the same token is refused again. `reason` is a word of the provider. */
  | { readonly outcome: 'REFUSED'; readonly reason: string }
  /** The provider did not answer, or failed; it may have taken the message. */
  | { readonly outcome: 'UNAVAILABLE' };
