import { type FaultKind, PortFault } from '#platform/kernel/port-fault.ts';

/** An error of a disk or of S3 as the fault of the storage that it means; returns all others unchanged, such as a refused key. */
export function storageFaultOf(error: unknown): unknown {
  const kind = kindOf(error);
  return kind === null ? error : new PortFault('storage', kind, { cause: error });
}

/** By the error codes of files and sockets, and by the names that S3 servers and the SDK give. */
const KINDS: Readonly<Record<string, FaultKind>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EIO: 'away',
  ESTALE: 'away',
  ENOTCONN: 'away',
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  TimeoutError: 'away',
  SilentStorageError: 'away',
  XMinioStorageFull: 'full',
};

const FULL_STATUS = 507;
const BUSY_STATUS = 429;
const SERVER_ERROR_STATUS = 500;

function kindOf(error: unknown): FaultKind | null {
  if (!(error instanceof Error) || error instanceof PortFault) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = KINDS[code] ?? KINDS[error.name];
  if (known) return known;
  const status = statusOf(error);
  if (status === FULL_STATUS) return 'full';
  return status === BUSY_STATUS || status >= SERVER_ERROR_STATUS ? 'away' : null;
}

/** Of the answer, as the SDK of S3 notes it. */
function statusOf(error: Error): number {
  if (!('$metadata' in error) || typeof error.$metadata !== 'object' || error.$metadata === null) return 0;
  const { $metadata: metadata } = error;
  return 'httpStatusCode' in metadata && typeof metadata.httpStatusCode === 'number'
    ? metadata.httpStatusCode
    : 0;
}
