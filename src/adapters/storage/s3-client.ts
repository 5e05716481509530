import { createHash } from 'node:crypto';
import type { DeleteObjectsCommandOutput, S3ClientConfig } from '@aws-sdk/client-s3';
import { DeleteObjectsCommand, S3Client } from '@aws-sdk/client-s3';
import { MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';

export type S3ClientOptions = {
  readonly region: string;
  /** Null uses Amazon's own for the region. */
  readonly endpoint: string | null;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is in the path rather than in the host name (path style). */
  readonly forcePathStyle: boolean;
};

const ATTEMPTS_MAX = 3;
const CONNECT_TIMEOUT_MS = 3 * SECOND_MS;
/**
 * Time in which no byte goes or comes: whoever uploads gets an answer within their time limit, and a process that stops waits no longer.
 * A slow line passes, however long it takes. From 6 seconds on, the SDK would begin to count 3 seconds late.
 */
const SILENCE_MAX_MS = 3 * SECOND_MS;
/** Of a deletion of a thousand objects, which some servers answer when all are gone. */
const DELETION_SILENCE_MAX_MS = MINUTE_MS;
/** Time for the deletion of what a failed upload has left. */
export const DISCARD_TIMEOUT_MS = SECOND_MS;

export const createS3Client = (options: S3ClientOptions): S3Client => openClient(options, SILENCE_MAX_MS);

/** A client with connections of its own, for `deleteObjects`. */
export const createDeletionClient = (options: S3ClientOptions): S3Client =>
  openClient(options, DELETION_SILENCE_MAX_MS);

const openClient = (options: S3ClientOptions, silenceMaxMs: number): S3Client =>
  withoutWaitingAgain(
    new S3Client({
      ...settingsOf(options),
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: silenceMaxMs },
    }),
  );

/** The server has not answered in time. */
class SilentStorageError extends Error {
  override readonly name = 'SilentStorageError';
}

/** Refusals and broken connections are tried again at once; a silent server would take its time at each attempt. */
function withoutWaitingAgain(client: S3Client): S3Client {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        // The retries would look into a cause.
        throw isSilence(error) ? new SilentStorageError(error.message) : error;
      }
    },
    // Within the retries.
    { step: 'deserialize', priority: 'low' },
  );
  return client;
}

/** Timeouts of the SDK's own; the errors of sockets, which it gives the same name, have a code. */
const isSilence = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'TimeoutError' && !('code' in error);

/**
 * A client on the connections of `client`, for one upload. Once `signal` aborts, it starts only deletions, and parts
 * in flight are cut off. Other requests in flight complete: cutting them off would leave their outcome unknown. A deletion
 * has little time, since the upload has failed already.
 */
export function createUploader(client: S3Client, options: S3ClientOptions, signal: AbortSignal): S3Client {
  const carrier = client.config.requestHandler;
  const requestHandler: Pick<typeof carrier, 'handle'> = {
    handle: async (request: { method: string; query: Record<string, unknown> }, handling) => {
      if (request.method === 'DELETE') return handleInTime(carrier, request, handling);
      signal.throwIfAborted();
      const isPart = request.method === 'PUT' && request.query['partNumber'] !== undefined;
      return carrier.handle(request, isPart ? { ...handling, abortSignal: signal } : handling);
    },
  };
  return withoutWaitingAgain(new S3Client({ ...settingsOf(options), requestHandler }));
}

async function handleInTime(
  carrier: Pick<S3Client['config']['requestHandler'], 'handle'>,
  ...[request, handling]: Parameters<typeof carrier.handle>
): ReturnType<typeof carrier.handle> {
  const limit = AbortSignal.timeout(DISCARD_TIMEOUT_MS);
  try {
    return await carrier.handle(request, { ...handling, abortSignal: limit });
  } catch (error) {
    throw limit.aborted ? new SilentStorageError('What was left has not been deleted in time.') : error;
  }
}

/**
 * Settings that the SDK would otherwise read from the environment, from files of the home directory or from the metadata service of
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
    // Expecting "100 Continue" would open a connection for every part.
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

/** Adds `Content-MD5`, which every S3 accepts for this request; some refuse the newer checksums of the SDK. */
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
      const { request } = args;
      if (!isTextRequest(request))
        throw new Error('The SDK has not serialized the body of the request as text.');
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

type TextRequest = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

function isTextRequest(request: unknown): request is TextRequest {
  if (typeof request !== 'object' || request === null || !('headers' in request)) return false;
  return typeof request.headers === 'object' && 'body' in request && typeof request.body === 'string';
}
