import { createHash } from 'node:crypto';
import type { DeleteObjectsCommandOutput, S3ClientConfig } from '@aws-sdk/client-s3';
import { DeleteObjectsCommand, S3Client } from '@aws-sdk/client-s3';
import { MINUTE_MS, SECOND_MS } from '#platform/clock.ts';

export type S3ClientOptions = {
  readonly region: string;
  /** Null asks Amazon's own for the region. */
  readonly endpoint: string | null;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is the first part of the path rather than of the host. */
  readonly forcePathStyle: boolean;
};

const ATTEMPTS_MAX = 3;
const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
const INACTIVITY_TIMEOUT_MS = MINUTE_MS;

export function createS3Client(options: S3ClientOptions): S3Client {
  return new S3Client({
    ...settingsOf(options),
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: INACTIVITY_TIMEOUT_MS },
  });
}

/**
 * A client on the connections of `client`, for one upload. Once `signal` aborts, it begins nothing but deletions, and parts that are
 * on their way are cut off. Whatever else is on its way comes to its end: who cuts it off does not learn whether it was done.
 */
export function createUploader(client: S3Client, options: S3ClientOptions, signal: AbortSignal): S3Client {
  const carrier = client.config.requestHandler;
  const requestHandler: Pick<typeof carrier, 'handle'> = {
    handle: async (request: { method: string; query: Record<string, unknown> }, handling) => {
      if (request.method !== 'DELETE') signal.throwIfAborted();
      const isPart = request.method === 'PUT' && request.query['partNumber'] !== undefined;
      return carrier.handle(request, isPart ? { ...handling, abortSignal: signal } : handling);
    },
  };
  return new S3Client({ ...settingsOf(options), requestHandler });
}

/**
 * Everything that the SDK would otherwise look up in the environment, in files of the home directory or at the metadata service of
 * its machine. Checksums beyond the signature's own are sent only where S3 demands one: other vendors refuse them.
 */
function settingsOf(options: S3ClientOptions): S3ClientConfig {
  const { region, endpoint, accessKeyId, secretAccessKey, forcePathStyle } = options;
  return {
    region,
    ...(endpoint !== null && { endpoint }),
    ignoreConfiguredEndpointUrls: true,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle,
    // It would cost every part a connection of its own.
    expectContinueHeader: false,
    maxAttempts: ATTEMPTS_MAX,
    retryMode: 'standard',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    authSchemePreference: [],
    sigv4aSigningRegionSet: [],
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    useArnRegion: false,
    disableS3ExpressSessionAuth: true,
    userAgentAppId: async () => undefined,
  };
}

/** With `Content-MD5`, which every S3 takes for this one request; the newer checksums of the SDK some refuse. */
export function deleteObjects(
  client: S3Client,
  target: { bucket: string; keys: readonly string[] },
): Promise<DeleteObjectsCommandOutput> {
  const command = new DeleteObjectsCommand({
    Bucket: target.bucket,
    Delete: { Objects: target.keys.map((Key) => ({ Key })), Quiet: true },
  });
  command.middlewareStack.add(
    (next) => (args) => {
      // The request of this command over HTTP: the SDK has written its body as text.
      const request = args.request as { headers: Record<string, string>; body: string };
      const headers = Object.entries(request.headers).filter(
        ([name]) => !/^x-amz-(?:sdk-)?checksum-/.test(name),
      );
      const md5 = createHash('md5').update(request.body).digest('base64');
      const renewed = { ...request, headers: { ...Object.fromEntries(headers), 'content-md5': md5 } };
      return next({ ...args, request: renewed });
    },
    // After the SDK's own checksum, before the signature.
    { step: 'build', priority: 'low' },
  );
  return client.send(command);
}
