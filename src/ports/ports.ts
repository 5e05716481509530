import type { CallServerPort } from './call-server.ts';
import type { FileScannerPort } from './file-scanner.ts';
import type { IdentityPort } from './identity.ts';
import type { LiveBusPort } from './live-bus.ts';
import type { MailPort } from './mail.ts';
import type { MediaRendererPort } from './media-renderer.ts';
import type { ModerationPort } from './moderation.ts';
import type { PaymentsPort } from './payments.ts';
import type { PushPorts } from './push.ts';
import type { StoragePort } from './storage.ts';

/** External services of the product, other than its database. */
export type Ports = {
  readonly identity: IdentityPort;
  readonly storage: StoragePort;
  readonly liveBus: LiveBusPort;
  readonly mail: MailPort;
  readonly payments: PaymentsPort;
  readonly mediaRenderer: MediaRendererPort;
  /** Null when files are not scanned. */
  readonly fileScanner: FileScannerPort | null;
  readonly moderation: ModerationPort;
  readonly callServer: CallServerPort;
  /** Empty where nothing is pushed. */
  readonly push: PushPorts;
};
