import path from 'node:path';
import type { SignedFiles } from '#api/http/media.ts';
import { type Clock, SECOND_MS } from '#platform/kernel/clock.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { PasswordCost } from '#platform/secrets/passwords.ts';
import type { CallServerPort } from '#ports/call-server.ts';
import type { FileScannerPort } from '#ports/file-scanner.ts';
import type { IdentityPort } from '#ports/identity.ts';
import type { LiveBusPort } from '#ports/live-bus.ts';
import type { MailPort } from '#ports/mail.ts';
import type { MediaRendererPort } from '#ports/media-renderer.ts';
import type { ModerationPort } from '#ports/moderation.ts';
import type { PaymentsPort } from '#ports/payments.ts';
import type { Ports } from '#ports/ports.ts';
import { PUSH_PROVIDERS, type PushPort, type PushPorts, type PushProvider } from '#ports/push.ts';
import type { StoragePort } from '#ports/storage.ts';
import type { Config } from '#src/config/config.ts';
import type { FcmConfig } from '#src/config/push.ts';
import { type ResolvedSecrets, storedVapidKeys } from '#src/config/stored-secrets.ts';

export type OpenedPorts = {
  readonly ports: Ports;
  /** Serves the links of the embedded storage; null when the storage serves them itself. */
  readonly signedFiles: SignedFiles | null;
  close(): Promise<void>;
};

export type PortOptions = {
  readonly config: Config;
  readonly connectionString: string;
  readonly secrets: ResolvedSecrets;
  readonly clock: Clock;
  readonly log: Logger;
  /** Replaces the configured provider. */
  readonly identity: IdentityPort | undefined;
  /** Replaces the configured call server. */
  readonly callServer: CallServerPort | undefined;
  /** Replaces the configured providers of notifications. */
  readonly push: PushPorts | undefined;
  /** Replaces the default hashing cost. */
  readonly passwordCost: PasswordCost | undefined;
  /** Called whenever a link is made: the listener's own address is known only once it listens. */
  readonly publicUrl: () => string;
};

/** Opens the configured adapters. Each is imported only when it is chosen. */
export async function openPorts(options: PortOptions): Promise<OpenedPorts> {
  const liveBus = await openLiveBus(options);
  const identity = options.identity ?? (await openIdentity(options));
  const { storage, signedFiles } = await openStorage(options);
  const mail = await openMail(options);
  const payments = await openPayments(options);
  const mediaRenderer = await openMediaRenderer(options);
  const fileScanner = await openFileScanner(options);
  const moderation = await openModeration(options);
  const callServer = options.callServer ?? (await openCallServer(options));
  const push = options.push ?? (await openPush(options));
  let closed: Promise<void> | null = null;
  return {
    ports: {
      liveBus,
      identity,
      storage,
      mail,
      payments,
      mediaRenderer,
      fileScanner,
      moderation,
      callServer,
      push,
    },
    signedFiles,
    close: () =>
      (closed ??= closeAll([
        ...Object.values(push),
        callServer,
        moderation,
        payments,
        mail,
        storage,
        identity,
        liveBus,
        ...(fileScanner ? [fileScanner] : []),
      ])),
  };
}

async function closeAll(ports: readonly { close(): Promise<void> }[]): Promise<void> {
  await Promise.all(ports.map((port) => port.close()));
}

async function openLiveBus({ config, connectionString, log }: PortOptions): Promise<LiveBusPort> {
  const { liveBus } = config;
  if (liveBus === 'postgres') {
    const { createPostgresBus } = await import('#adapters/live-bus/postgres.ts');
    return createPostgresBus({ connectionString, log });
  }
  if (liveBus !== null && liveBus !== 'embedded') {
    const { createRedisBus } = await import('#adapters/live-bus/redis.ts');
    return createRedisBus({ url: liveBus.redisUrl, log });
  }
  const { createEmbeddedBus } = await import('#adapters/live-bus/embedded.ts');
  return createEmbeddedBus();
}

const IDENTITY_ISSUER = 'plaza';

async function openIdentity({
  config,
  connectionString,
  secrets,
  clock,
  passwordCost,
}: PortOptions): Promise<IdentityPort> {
  const { identity } = config;
  if (identity.kind === 'firebase') {
    const { createFirebaseIdentity } = await import('#adapters/identity/firebase.ts');
    return createFirebaseIdentity({ ...identity, clock });
  }
  const { createEmbeddedIdentity } = await import('#adapters/identity/embedded.ts');
  return createEmbeddedIdentity({
    connectionString,
    secret: secrets.identity,
    previousSecret: secrets.previous.identity,
    issuer: IDENTITY_ISSUER,
    clock,
    passwordCost,
  });
}

async function openStorage({
  config,
  secrets,
  clock,
  publicUrl,
}: PortOptions): Promise<{ storage: StoragePort; signedFiles: SignedFiles | null }> {
  if (config.storage.kind === 's3') {
    const { createS3Storage } = await import('#adapters/storage/s3.ts');
    return { storage: createS3Storage({ ...config.storage, clock }), signedFiles: null };
  }
  const { createDiskStorage } = await import('#adapters/storage/disk.ts');
  const { mediaLink: previous } = secrets.previous;
  const storage = createDiskStorage({
    directory: path.join(config.dataDir, 'files'),
    publicUrl,
    secret: Buffer.from(secrets.mediaLink),
    previousSecret: previous === null ? null : Buffer.from(previous),
    clock,
  });
  return { storage, signedFiles: storage };
}

async function openMail({ config, connectionString, clock }: PortOptions): Promise<MailPort> {
  const { mail } = config;
  if (mail.kind === 'smtp') {
    const { createSmtpMail } = await import('#adapters/mail/smtp.ts');
    return createSmtpMail({ ...mail, clock });
  }
  const { createEmbeddedMail } = await import('#adapters/mail/embedded.ts');
  return createEmbeddedMail({ connectionString, clock });
}

async function openMediaRenderer({ config, log }: PortOptions): Promise<MediaRendererPort> {
  const { createChildProcessRenderer } = await import('#adapters/media-renderer/child-processes.ts');
  return createChildProcessRenderer({ limits: config.limits, log });
}

async function openFileScanner({ config }: PortOptions): Promise<FileScannerPort | null> {
  const { fileScanner, limits } = config;
  if (fileScanner.kind === 'none') return null;
  const { createClamdScanner } = await import('#adapters/file-scanner/clamd.ts');
  return createClamdScanner({ ...fileScanner, scanMs: limits.fileScanMs });
}

async function openPayments({ config, connectionString, clock }: PortOptions): Promise<PaymentsPort> {
  const { payments } = config;
  if (payments.kind === 'stripe') {
    const { createStripePayments } = await import('#adapters/payments/stripe.ts');
    return createStripePayments({ ...payments, clock });
  }
  const { createEmbeddedPayments } = await import('#adapters/payments/embedded.ts');
  return createEmbeddedPayments({ ...payments, connectionString, clock });
}

async function openModeration({ config, log }: PortOptions): Promise<ModerationPort> {
  const { moderation } = config;
  if (moderation.kind === 'openai') {
    const { createOpenAiModeration } = await import('#adapters/moderation/openai.ts');
    return createOpenAiModeration(moderation);
  }
  const { createEmbeddedModeration } = await import('#adapters/moderation/embedded.ts');
  return createEmbeddedModeration({
    classifyImage: moderation.judgesImages ? await openImageClassifier(config.limits, log) : null,
  });
}

/** Null without the optional packages. The model is loaded with the first image. */
async function openImageClassifier(limits: Limits, log: Logger) {
  const { createImageClassifier, isImageClassifierInstalled } =
    await import('#adapters/media-renderer/image-classifier.ts');
  if (isImageClassifierInstalled()) return createImageClassifier({ limits, log });
  log.info(
    'images are not judged, since the optional package nsfwjs and those of @tensorflow are not installed',
  );
  return null;
}

async function openCallServer({ config, clock, log }: PortOptions): Promise<CallServerPort> {
  const { callServer } = config;
  if (callServer.kind === 'embedded') {
    const { createEmbeddedCallServer } = await import('#adapters/call-server/embedded.ts');
    return createEmbeddedCallServer({ ...callServer, clock, log });
  }
  if (callServer.kind === 'livekit') {
    const { createLiveKitCallServer } = await import('#adapters/call-server/livekit.ts');
    return createLiveKitCallServer({ ...callServer, clock });
  }
  const { createNoCallServer } = await import('#adapters/call-server/none.ts');
  return createNoCallServer();
}

/** Of each provider that is configured. */
async function openPush({ config, connectionString, clock }: PortOptions): Promise<PushPorts> {
  const { isEmbedded, hasStoredKeys, fcm, apns, webPush, webPushHosts: hosts } = config.push;
  const ports: Partial<Record<PushProvider, PushPort>> = {};
  if (isEmbedded) {
    const { createEmbeddedPush } = await import('#adapters/push/embedded.ts');
    const kept = { connectionString, clock };
    for (const provider of PUSH_PROVIDERS) ports[provider] = createEmbeddedPush({ ...kept, provider });
    if (hasStoredKeys) {
      const { createWebPush } = await import('#adapters/push/web-push.ts');
      const keys = await storedVapidKeys(config.dataDir);
      const browsers = createWebPush({ ...keys, hosts, clock });
      ports.WEB_PUSH = createEmbeddedPush({ ...kept, provider: 'WEB_PUSH', browsers });
    }
  }
  if (fcm) ports.FCM = await openFcm(fcm, clock);
  if (apns) {
    const { createApnsPush } = await import('#adapters/push/apns.ts');
    ports.APNS = await createApnsPush({ ...apns, clock });
  }
  if (webPush) {
    const { createWebPush } = await import('#adapters/push/web-push.ts');
    ports.WEB_PUSH = createWebPush({ ...webPush, hosts, clock });
  }
  return ports;
}

const ACCESS_TOKEN_MS = 10 * SECOND_MS;

/** By the same service account as the identity provider of this vendor. */
async function openFcm({ projectId, serviceAccount }: FcmConfig, clock: Clock): Promise<PushPort> {
  const [{ createServiceAccountCredential }, { createFcmPush }] = await Promise.all([
    import('#adapters/identity/firebase-credential.ts'),
    import('#adapters/push/fcm.ts'),
  ]);
  const credential = await createServiceAccountCredential({
    serviceAccount,
    clock,
    timeoutMs: ACCESS_TOKEN_MS,
  });
  return createFcmPush({ projectId, credential, clock });
}
