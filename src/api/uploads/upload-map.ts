import { AppError } from '#platform/kernel/errors.ts';
import type { RefusedFile, UploadedFile } from '#platform/kernel/uploads.ts';

export type Operations = { [name: string]: unknown };

/** Paths in `operations` of each file part, by the part's name. */
export type FileMap = ReadonlyMap<string, readonly FileSlot[]>;

/** A `null` inside `operations` that a file replaces. */
type FileSlot = { readonly parent: object; readonly key: string };

/** Path segments that reach an object's prototype instead of its data. */
const FORBIDDEN_SEGMENTS = new Set(['__proto__', 'constructor', 'prototype']);

/** @throws AppError BAD_REQUEST */
export function parseOperations(text: string): Operations {
  const operations = parseJson('operations', text);
  if (Array.isArray(operations)) {
    throw badMultipart('"operations" is a list: one request carries one operation, batches are refused.');
  }
  if (!isObject(operations)) throw badMultipart('"operations" is not a JSON object.');
  return operations;
}

/** @throws AppError BAD_REQUEST, or PAYLOAD_TOO_LARGE when it announces more than `filesMax` files */
export function parseMap(text: string, operations: Operations, filesMax: number): FileMap {
  const entries = parseJson('map', text);
  if (!isObject(entries) || Array.isArray(entries)) throw badMultipart('"map" is not a JSON object.');
  const names = Object.keys(entries);
  if (names.length > filesMax) throw tooManyFiles(filesMax);
  const taken = new Set<string>();
  return new Map(names.map((name) => [name, fileSlotsOf(name, entries[name], operations, taken)]));
}

function fileSlotsOf(name: string, paths: unknown, operations: Operations, taken: Set<string>): FileSlot[] {
  if (!Array.isArray(paths) || paths.length === 0) {
    throw badMultipart(`The entry ${quote(name)} of "map" is not a list of paths.`);
  }
  return paths.map((path: unknown) => {
    if (typeof path !== 'string') {
      throw badMultipart(`The entry ${quote(name)} of "map" contains a value that is not a path.`);
    }
    const place = findFileSlot(operations, path);
    if (taken.has(place.path)) throw badMultipart(`"map" names the path ${quote(path)} twice.`);
    taken.add(place.path);
    return place.slot;
  });
}

function findFileSlot(operations: Operations, path: string): { slot: FileSlot; path: string } {
  const segments = path.split('.');
  if (segments[0] !== 'variables') {
    throw badMultipart(`The path ${quote(path)} of "map" does not begin with "variables".`);
  }
  const key = segments.pop() ?? '';
  let parent: unknown = operations;
  for (const segment of segments) parent = ownValue(parent, segment, path);
  const value = ownValue(parent, key, path);
  // Apollo iOS names the list when it sends a single file for one.
  if (Array.isArray(value) && value.length === 1 && value[0] === null) {
    return { slot: { parent: value, key: '0' }, path: `${path}.0` };
  }
  if (value !== null || !isObject(parent)) {
    throw badMultipart(`The path ${quote(path)} of "map" does not refer to null in "operations".`);
  }
  return { slot: { parent, key }, path };
}

function ownValue(parent: unknown, segment: string, path: string): unknown {
  const isReachable = isObject(parent) && !FORBIDDEN_SEGMENTS.has(segment) && Object.hasOwn(parent, segment);
  if (!isReachable) throw badMultipart(`The path ${quote(path)} of "map" does not exist in "operations".`);
  return parent[segment];
}

/** Puts a file, or what stands for it, at all its places. */
export function fillFileSlots(map: FileMap, name: string, file: UploadedFile | RefusedFile): void {
  for (const { parent, key } of map.get(name) ?? []) Reflect.set(parent, key, file);
}

/** @throws AppError BAD_REQUEST when a file of `map` did not come */
export function assertAllCame(map: FileMap, names: ReadonlySet<string>): void {
  for (const name of map.keys()) {
    if (!names.has(name))
      throw badMultipart(`The file ${quote(name)} is named by "map" but is not in the request.`);
  }
}

function parseJson(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the input; the client needs the field's name.
    throw badMultipart(`"${field}" is not valid JSON.`);
  }
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

export function badMultipart(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}

export function tooManyFiles(limit: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `Send at most ${limit} files in a request.`, {
    details: { constraint: 'uploadFiles', limit },
  });
}

/** Quotes and truncates client text for a message. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
