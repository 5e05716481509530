import type { FastifyRequest } from 'fastify';
import type { Execution } from '#api/execution/execution.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { admitUpload } from './upload-admission.ts';
import { createUploadQuota, type UploadShare } from './upload-quota.ts';
import { type MultipartRequest, receiveMultipart } from './multipart.ts';

/** Receives the multipart requests of an endpoint. */
export type Uploads = {
  /** @throws AppError, or the signal's reason */
  receive(request: FastifyRequest, signal: AbortSignal): Promise<UploadRequest>;
};

export type UploadRequest = {
  /** Body of the equivalent JSON request. */
  readonly value: Record<string, unknown>;
  /** The context in which the operation was judged and its cost charged; null when it was not. */
  readonly charged: RequestContext | null;
  readonly dispose: () => Promise<void>;
};

export type UploadsOptions = {
  readonly execution: Execution;
  readonly contextOf: (request: FastifyRequest, signal: AbortSignal) => Promise<RequestContext>;
  readonly limits: Limits;
  readonly temporaryDirectory: string;
};

/** @returns null when nothing in the schema of the endpoint takes a file */
export function createUploads(options: UploadsOptions): Uploads | null {
  const { execution, contextOf, limits, temporaryDirectory } = options;
  if (!execution.schema.getType('Upload')) return null;
  const quota = createUploadQuota(limits, temporaryDirectory);

  return {
    async receive(request, signal) {
      const state: State = { charged: null, share: null };
      const announcedBytes = Number(request.headers['content-length'] ?? 0);
      const release = (): void => state.share?.release();
      try {
        const upload = await receiveMultipart(request.raw, {
          limits,
          temporaryDirectory,
          signal,
          async admit(operations, awaited) {
            const ctx = await contextOf(request, signal);
            const share = quota.open(ctx);
            state.share = share;
            const admission = await admitUpload(execution, ctx, {
              operations,
              awaited,
              share,
              announcedBytes,
            });
            if (admission.isCharged) state.charged = ctx;
            return admission;
          },
          takeBytes: async (bytes) => state.share?.take(bytes),
        });
        const charged = state.charged && (await isEnded(request, signal)) ? null : state.charged;
        return { value: { ...upload.operations }, charged, dispose: () => disposeOf(upload, release) };
      } catch (error) {
        release();
        throw error;
      }
    },
  };

  /** Whether the session ended while the files came. A token that has only expired was valid when they began to. */
  async function isEnded(request: FastifyRequest, signal: AbortSignal): Promise<boolean> {
    const { tokenProblem } = await contextOf(request, signal);
    return tokenProblem !== null && tokenProblem !== 'MISSING' && tokenProblem !== 'EXPIRED';
  }
}

/** State of one request. */
type State = { charged: RequestContext | null; share: UploadShare | null };

async function disposeOf(upload: MultipartRequest, release: () => void): Promise<void> {
  try {
    await upload.dispose();
  } finally {
    release();
  }
}
