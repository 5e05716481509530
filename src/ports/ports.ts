import type { IdentityPort } from './identity.ts';
import type { LiveBusPort } from './live-bus.ts';
import type { MailPort } from './mail.ts';
import type { StoragePort } from './storage.ts';

/** Everything outside the process and its database that the product speaks to. */
export type Ports = {
  readonly identity: IdentityPort;
  readonly storage: StoragePort;
  readonly liveBus: LiveBusPort;
  readonly mail: MailPort;
};
