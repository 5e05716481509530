export type Platform = 'WEB' | 'IOS' | 'ANDROID' | 'OTHER';

/** What a client says of the device that it signs in on. */
export type Device = {
  readonly deviceName: string | null;
  readonly platform: Platform;
  readonly appVersion: string | null;
};

/** One sign-in of a user. */
export type Session = Device & {
  readonly id: string;
  readonly userId: string;
  readonly ip: string;
  /** ISO 3166-1 alpha-2; null when the proxy in front does not say. */
  readonly country: string | null;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
};

/** What decides whether a token of a session is still good. */
export type SessionStanding = {
  readonly sessionId: string;
  readonly userId: string;
  readonly isRevoked: boolean;
  readonly userState: string;
  readonly isSuspended: boolean;
};

/** A session that has just ended, as the provider and the other processes know it. */
export type EndedSession = { readonly id: string; readonly sessionKey: string; readonly subject: string };
