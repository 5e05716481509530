import { statfs } from 'node:fs/promises';
import { AppError } from '#platform/kernel/errors.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { MIB } from '#platform/kernel/limits.ts';
import { networkOf } from '#platform/kernel/network.ts';
import type { RequestContext } from '#platform/request/context.ts';

/** Counts the bytes of files under way: of each caller, of each network and of all. Each process counts for itself. */
export type UploadQuota = { open(ctx: RequestContext): UploadShare };

/** The bytes of one request. */
export type UploadShare = {
  /** @throws AppError VALIDATION_FAILED | RATE_LIMITED | SERVICE_UNAVAILABLE when `bytes` more would pass a limit */
  assertRoom(bytes: number): Promise<void>;
  /** Counts bytes before they are written. @throws AppError as `assertRoom` */
  take(bytes: number): Promise<void>;
  /** The files are removed. */
  release(): void;
};

const RETRY_AFTER_SECONDS = 30;
/** Disk space is asked for once in this time, not for every chunk. */
const DISK_KNOWN_MS = 500;

export function createUploadQuota(limits: Limits, directory: string): UploadQuota {
  const bytesByHolder = new Map<string, number>();
  const freeMib = freeMibOf(directory);
  const bytesOf = (holder: string): number => bytesByHolder.get(holder) ?? 0;

  return {
    open(ctx) {
      const network = networkOf(ctx.caller.ip);
      const holders = [
        { holder: `caller ${ctx.user?.id ?? ctx.admin?.id ?? network}`, limitMib: limits.callerUploadMib },
        { holder: `network ${network}`, limitMib: limits.networkUploadMib },
      ];
      let own = 0;

      const add = (bytes: number): void => {
        own += bytes;
        for (const holder of [...holders.map((each) => each.holder), ALL]) {
          const sum = bytesOf(holder) + bytes;
          if (sum > 0) bytesByHolder.set(holder, sum);
          else bytesByHolder.delete(holder);
        }
      };
      const assertRoom = async (bytes: number): Promise<void> => {
        if ((await freeMib()) < limits.uploadFreeDiskMib) throw noRoom();
        if (own + bytes > limits.callerUploadMib * MIB) throw tooMuchAtOnce(limits);
        const full = holders.find(({ holder, limitMib }) => bytesOf(holder) + bytes > limitMib * MIB);
        if (full) throw underWay(full.limitMib);
        if (bytesOf(ALL) + bytes > limits.totalUploadMib * MIB) throw noRoom();
      };
      return {
        assertRoom,
        async take(bytes) {
          await assertRoom(bytes);
          add(bytes);
        },
        release: () => add(-own),
      };
    },
  };
}

const ALL = 'all';

function freeMibOf(directory: string): () => Promise<number> {
  let known: Promise<number> | null = null;
  let askedAtMs = -Infinity;
  return () => {
    const nowMs = performance.now();
    if (known && nowMs - askedAtMs < DISK_KNOWN_MS) return known;
    askedAtMs = nowMs;
    known = statfs(directory).then(({ bavail, bsize }) => (bavail * bsize) / MIB);
    return known;
  };
}

const tooMuchAtOnce = ({ callerUploadMib: limit }: Limits): AppError =>
  new AppError('VALIDATION_FAILED', `Send at most ${limit} MiB of files in a request.`, {
    details: { constraint: 'callerUploadMib', limit },
  });

const underWay = (limitMib: number): AppError =>
  new AppError(
    'RATE_LIMITED',
    `At most ${limitMib} MiB of files may be under way at the same time: try again when other uploads have ended.`,
    { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } },
  );

const noRoom = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The server has no room for files now: try again shortly.');
