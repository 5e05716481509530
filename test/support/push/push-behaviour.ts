import { randomBytes } from 'node:crypto';

/** Ways in which a provider answers for a token. */
export type PushBehaviour = 'accepted' | 'gone' | 'throttled' | 'refused' | 'broken' | 'nonsense' | 'slow';

/** Message as a provider got it, in the terms of the port. */
export type ReceivedPush = {
  readonly token: string;
  readonly id: string;
  readonly title: string | null;
  readonly body: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isUrgent: boolean;
  /** All else that the protocol carries, such as headers. */
  readonly details: Readonly<Record<string, unknown>>;
};

/** A provider on loopback, which speaks its protocol. */
export type PushServer = {
  readonly received: readonly ReceivedPush[];
  /** A new token for which it answers in this way; the same token may behave otherwise later. */
  tokenThat(behaviour: PushBehaviour): string;
  behave(token: string, behaviour: PushBehaviour): void;
  /** Refuses connections from now on. */
  cutOff(): Promise<void>;
};

/** Seconds for which a throttled device waits. */
export const RETRY_AFTER_SECONDS = 120;

export function behaviours(makeToken: () => string) {
  const known = new Map<string, PushBehaviour>();
  return {
    of: (token: string): PushBehaviour => known.get(token) ?? 'accepted',
    tokenThat(behaviour: PushBehaviour): string {
      const token = makeToken();
      known.set(token, behaviour);
      return token;
    },
    behave: (token: string, behaviour: PushBehaviour) => void known.set(token, behaviour),
  };
}

export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');
