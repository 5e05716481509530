export type Platform = 'WEB' | 'IOS' | 'ANDROID' | 'OTHER';

/** Device of a sign-in, as the client describes it. */
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
  /** ISO 3166-1 alpha-2; null when the proxy in front does not report it. */
  readonly country: string | null;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
};

/** Session state that decides whether its tokens are valid. */
export type SessionState = {
  readonly sessionId: string;
  readonly userId: string;
  readonly isRevoked: boolean;
  readonly userState: string;
  readonly isSuspended: boolean;
};

/** A session that has just ended, with its keys at the provider and in the caches of other processes. */
export type EndedSession = { readonly id: string; readonly sessionKey: string; readonly subject: string };
