import type { FileHandle } from 'node:fs/promises';
import { typeRefused } from './file-types.ts';

const ZIP = 'application/zip';
/** The end record and the longest comment behind it. */
const END_BYTES_MAX = 22 + 0xff_ff;
/** Of the directory: an archive with a longer one is a ZIP like any other. */
const DIRECTORY_BYTES_MAX = 1_024 * 1_024;
const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Packages of Office by a part that each has. */
const OFFICE_TYPES: ReadonlyMap<string, string> = new Map([
  ['word/document.xml', `${OFFICE}.wordprocessingml.document`],
  ['xl/workbook.xml', `${OFFICE}.spreadsheetml.sheet`],
  ['ppt/presentation.xml', `${OFFICE}.presentationml.presentation`],
]);

/** Packages that begin with a stored entry of this name, which holds their type. */
const MIMETYPE = 'mimetype';
const NAMED_TYPES: readonly string[] = [
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'application/epub+zip',
];

/**
 * The type of a ZIP by the names of its entries, none of which is unpacked.
 * @throws AppError VALIDATION_FAILED when it does not end as a ZIP does
 */
export async function zipType(handle: FileHandle, sizeBytes: number): Promise<string> {
  const end = await readAt(handle, Math.max(0, sizeBytes - END_BYTES_MAX), END_BYTES_MAX);
  const directory = directoryOf(end, sizeBytes);
  if (!directory) throw typeRefused();
  if (directory.bytes > DIRECTORY_BYTES_MAX) return ZIP;
  const named = namedType(await readAt(handle, 0, LOCAL_BYTES + MIMETYPE.length + NAMED_BYTES_MAX));
  if (named !== null) return named;
  return officeType(namesIn(await readAt(handle, directory.start, directory.bytes)));
}

async function readAt(handle: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}

/** The place of the directory, by the end record, behind which there is nothing but its comment. Null when there is none. */
function directoryOf(end: Buffer, sizeBytes: number): { start: number; bytes: number } | null {
  for (let at = end.length - 22; at >= 0; at -= 1) {
    if (end.readUInt32LE(at) !== 0x06_05_4b_50) continue;
    if (at + 22 + end.readUInt16LE(at + 20) !== end.length) continue;
    const [bytes, start] = [end.readUInt32LE(at + 12), end.readUInt32LE(at + 16)];
    // Archives of more than 4 GiB have other numbers, and are too large in any case.
    return start + bytes <= sizeBytes - end.length + at ? { start, bytes } : null;
  }
  return null;
}

const LOCAL_BYTES = 30;
const NAMED_BYTES_MAX = 100;

function namedType(head: Buffer): string | null {
  if (head.length < LOCAL_BYTES || head.readUInt32LE(0) !== 0x04_03_4b_50) return null;
  const method = head.readUInt16LE(8);
  const [bytes, nameBytes, extraBytes] = [
    head.readUInt32LE(18),
    head.readUInt16LE(26),
    head.readUInt16LE(28),
  ];
  const name = head.toString('latin1', LOCAL_BYTES, LOCAL_BYTES + nameBytes);
  if (method !== 0 || name !== MIMETYPE || bytes > NAMED_BYTES_MAX) return null;
  const start = LOCAL_BYTES + nameBytes + extraBytes;
  const type = head.toString('latin1', start, start + bytes);
  return NAMED_TYPES.includes(type) ? type : null;
}

/** Names of the entries, as far as the directory is well formed. */
function namesIn(directory: Buffer): ReadonlySet<string> {
  const names = new Set<string>();
  let at = 0;
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02_01_4b_50) {
    const [nameBytes, extraBytes, commentBytes] = [
      directory.readUInt16LE(at + 28),
      directory.readUInt16LE(at + 30),
      directory.readUInt16LE(at + 32),
    ];
    names.add(directory.toString('latin1', at + 46, at + 46 + nameBytes));
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return names;
}

/** A package with programs in it has types of its own, which programs open in another way: it is a ZIP here. */
function officeType(names: ReadonlySet<string>): string {
  if (!names.has('[Content_Types].xml')) return ZIP;
  if ([...names].some((name) => name.endsWith('/vbaProject.bin'))) return ZIP;
  for (const [part, type] of OFFICE_TYPES) if (names.has(part)) return type;
  return ZIP;
}
