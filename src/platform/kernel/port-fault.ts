/** Dependencies of the process, by the names that the log and `/ready` show. */
export type Port =
  | 'database'
  | 'storage'
  | 'mail'
  | 'payments'
  | 'moderation'
  | 'identity'
  | 'live bus'
  | 'file scanner'
  | 'call server'
  | 'push by FCM'
  | 'push by APNs'
  | 'push to browsers';

/** A port that is `away` answers nothing; one that is `read-only` or `full` answers what changes nothing. */
export type FaultKind = 'away' | 'read-only' | 'full';

/** A port failed, not the product: a retry may succeed, and what was under way may have been done or not. */
export class PortFault extends Error {
  override readonly name = 'PortFault';
  readonly port: Port;
  readonly kind: FaultKind;

  /** The message is for clients: no text of the port is in it. */
  constructor(port: Port, kind: FaultKind, options?: { cause?: unknown }) {
    super(`${PORT_TEXTS[port]} ${KIND_TEXTS[kind]}: try again shortly.`, options);
    this.port = port;
    this.kind = kind;
  }
}

const PORT_TEXTS: Readonly<Record<Port, string>> = {
  database: 'The database',
  storage: 'The storage of files',
  mail: 'The mail server',
  payments: 'The provider of payments',
  moderation: 'The provider of moderation',
  identity: 'The identity provider',
  'live bus': 'The live bus',
  'file scanner': 'The scanner of files',
  'call server': 'The call server',
  'push by FCM': 'Firebase Cloud Messaging',
  'push by APNs': 'The push service of Apple',
  'push to browsers': 'The push services of browsers',
};

const KIND_TEXTS: Readonly<Record<FaultKind, string>> = {
  away: 'cannot be reached',
  'read-only': 'takes no changes now',
  full: 'has no room left',
};

const reported = new WeakSet<Error>();

/** From now on the log omits lines about this error: its port has a line. */
export const markReported = (error: Error): void => void reported.add(error);

/** Whether the error, or one that caused it, is a fault whose port has a line in the log. */
export function isReported(error: unknown): boolean {
  return error instanceof Error && (reported.has(error) || isReported(error.cause));
}
