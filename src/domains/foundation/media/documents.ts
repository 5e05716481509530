import type { Readable } from 'node:stream';
import { HOUR_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { extensionOf, MEDIA_TYPES } from '#platform/kernel/media-types.ts';
import { PortFault } from '#platform/kernel/port-fault.ts';
import type { UploadedFile } from '#platform/kernel/uploads.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { assertUnrestricted } from '#platform/request/restrictions.ts';
import type { UserContext } from '#platform/request/context.ts';
import { FileTooLarge } from '#ports/file-scanner.ts';
import { findUnscannedDocument, updateRejected } from './documents.queries.ts';
import { mediaProcessed } from './media.events.ts';
import { insertMedia, lockOwner, updateFailed, updateReady } from './media.queries.ts';
import type { Media, MediaDocument } from './media.types.ts';
import { deleteFiles, storeFiles } from './stored-files.ts';

/** Has a stored file scanned for malware, as a job. */
export const scanDocumentJob = defineJob<{ mediaId: string }>('media.scanDocument');

/** Stores a file as it is. Nothing unpacks or renders it. The row is inserted first, as for images. */
export async function storeDocument(
  ctx: UserContext,
  { file, altText }: { readonly file: UploadedFile; readonly altText: string | null },
): Promise<Media> {
  await assertUnrestricted(ctx, 'UPLOADS');
  const id = ctx.ids.next();
  const document = documentOf(id, file);
  const media: Media = {
    id,
    ownerId: ctx.user.id,
    kind: 'FILE',
    state: 'PROCESSING',
    width: null,
    height: null,
    durationMs: null,
    placeholder: null,
    altText,
    variants: [],
    recording: null,
    document,
    waveform: null,
    createdAt: ctx.clock.now(),
  };
  await ctx.transaction((tx) => insertMedia(tx, { ...media, sourceKey: null }));
  await storeFiles(ctx.ports.storage, [{ path: file.path, file: document }], ctx.signal);
  const isScanned = ctx.ports.fileScanner !== null;
  await ctx.transaction(async (tx) => {
    if (isScanned) tx.enqueue(scanDocumentJob, { mediaId: id }, { key: id });
    else await updateReady(tx, id);
  });
  return isScanned ? media : { ...media, state: 'READY' };
}

function documentOf(id: string, { contentType, sizeBytes, fileName }: UploadedFile): MediaDocument {
  const extension = MEDIA_TYPES.get(contentType)?.extension ?? 'bin';
  return {
    key: `${id}/document.${extension}`,
    contentType,
    sizeBytes,
    fileName: documentName(fileName, extension),
  };
}

const NAME_LENGTH_MAX = 150;

/** Extensions that fit a type beside its own, by that. A text by another name, such as a script, is downloaded as a text. */
const OTHER_EXTENSIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['txt', ['text', 'log', 'json', 'yaml', 'yml', 'srt', 'vtt', 'ics', 'vcf']],
  ['md', ['markdown']],
]);

/** Signs that some system does not take in the name of a file, or that end it. */
const UNUSABLE = /[<>:"|?*]/g;

/** A name that any system can store, whose last extension is of the type of the content. */
function documentName(given: string, extension: string): string {
  const cleaned = given
    .normalize('NFC')
    .replaceAll(UNUSABLE, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  const found = extensionOf(cleaned);
  const fits = found === extension || OTHER_EXTENSIONS.get(extension)?.includes(found);
  const [base, end] = fits
    ? [cleaned.slice(0, -found.length - 1), cleaned.slice(-found.length)]
    : [cleaned, extension];
  // Not in the middle of a sign, and a name does not end in a space.
  const short = base.slice(0, NAME_LENGTH_MAX - end.length - 1).toWellFormed();
  return `${short.replaceAll('\ufffd', '').trimEnd() || 'file'}.${end}`;
}

const RETRY_MIN_MS = 30 * SECOND_MS;
/** A file that waits for long is tried again after this part of its age. */
const RETRY_SHARE = 1 / 4;

/** Idempotent: what is not PROCESSING stays as it is. While the scanner is away the file waits, however long that is. */
export async function scanDocument(services: Services, { mediaId }: { mediaId: string }): Promise<void> {
  const found = await findUnscannedDocument(services.db, mediaId);
  if (!found) return;
  const { clock, transaction } = services;
  try {
    const failure = await failureOf(services, found.document);
    await transaction(async (tx) => {
      await lockOwner(tx, found.ownerId);
      if (!(await writeVerdict(tx, mediaId, failure))) return;
      // The name and the size of a rejected file stay, its content does not.
      if (failure) tx.enqueue(deleteFiles, { keys: [found.document.key] });
      tx.emit(mediaProcessed, { mediaId }, { userIds: [found.ownerId] });
    });
  } catch (error) {
    if (!(error instanceof PortFault) || error.port !== 'file scanner') throw error;
    const now = clock.now().getTime();
    const waitMs = Math.min(HOUR_MS, Math.max(RETRY_MIN_MS, RETRY_SHARE * (now - found.createdAt.getTime())));
    await transaction(async (tx) =>
      tx.enqueue(scanDocumentJob, { mediaId }, { key: mediaId, runAt: new Date(now + waitMs) }),
    );
  }
}

type Failure = { readonly state: 'FAILED' | 'REJECTED'; readonly text: string };

/** Null for a clean file, and for all where they are not scanned any more. */
async function failureOf(
  { ports: { fileScanner, storage } }: Services,
  { key }: MediaDocument,
): Promise<Failure | null> {
  if (!fileScanner) return null;
  try {
    const { threat } = await fileScanner.scan(async (): Promise<Readable> => {
      const stored = await storage.get(key);
      if (!stored) throw new FileMissing();
      return stored.body;
    });
    return threat === null
      ? null
      : { state: 'REJECTED', text: `malware: The file contains malware: ${threat}.` };
  } catch (error) {
    if (error instanceof FileTooLarge) {
      return { state: 'FAILED', text: 'size: The file is larger than can be scanned. Send a smaller one.' };
    }
    if (!(error instanceof FileMissing)) throw error;
    return { state: 'FAILED', text: 'source: The uploaded file is missing. Upload it again.' };
  }
}

/** Thrown when the storage does not have the file, which no retry changes. */
class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

function writeVerdict(tx: Tx, id: string, failure: Failure | null): Promise<boolean> {
  if (!failure) return updateReady(tx, id);
  return failure.state === 'REJECTED'
    ? updateRejected(tx, id, failure.text)
    : updateFailed(tx, id, failure.text);
}
