import { AppError } from '#platform/errors.ts';
import type { UploadedFile } from '#platform/uploads.ts';

export type Operations = { [name: string]: unknown };

/** For each file part of the request, by its name: the places in `operations` where the file belongs. */
export type FileMap = ReadonlyMap<string, readonly Place[]>;

/** One `null` inside `operations` that stands for a file. */
type Place = { readonly parent: object; readonly key: string };

/** Segments that reach an object's prototype instead of its data. */
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
  return new Map(names.map((name) => [name, placesOf(name, entries[name], operations, taken)]));
}

function placesOf(name: string, paths: unknown, operations: Operations, taken: Set<string>): Place[] {
  if (!Array.isArray(paths) || paths.length === 0) {
    throw badMultipart(`The entry ${quote(name)} of "map" is not a list of paths.`);
  }
  return paths.map((path: unknown) => {
    if (typeof path !== 'string') {
      throw badMultipart(`The entry ${quote(name)} of "map" holds something that is not a path.`);
    }
    if (taken.has(path)) throw badMultipart(`"map" names the path ${quote(path)} twice.`);
    taken.add(path);
    return findPlace(operations, path);
  });
}

function findPlace(operations: Operations, path: string): Place {
  const segments = path.split('.');
  if (segments[0] !== 'variables') {
    throw badMultipart(`The path ${quote(path)} of "map" does not begin with "variables".`);
  }
  const key = segments.pop() ?? '';
  let parent: unknown = operations;
  for (const segment of segments) parent = ownValue(parent, segment, path);
  if (ownValue(parent, key, path) !== null) {
    throw badMultipart(`The path ${quote(path)} of "map" does not lead to null in "operations".`);
  }
  // Only an object or an array has an own value that is null.
  return { parent: parent as object, key };
}

function ownValue(parent: unknown, segment: string, path: string): unknown {
  const isReachable = isObject(parent) && !FORBIDDEN_SEGMENTS.has(segment) && Object.hasOwn(parent, segment);
  if (!isReachable) throw badMultipart(`The path ${quote(path)} of "map" does not exist in "operations".`);
  return parent[segment];
}

export function placeFiles(map: FileMap, files: ReadonlyMap<string, UploadedFile>): void {
  for (const [name, places] of map) {
    const file = files.get(name);
    if (!file) throw badMultipart(`The file ${quote(name)} is named by "map" but is not in the request.`);
    for (const { parent, key } of places) Reflect.set(parent, key, file);
  }
}

function parseJson(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the input; the field's name is what the client can use.
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
  return new AppError('PAYLOAD_TOO_LARGE', `A request carries at most ${limit} files.`, {
    details: { constraint: 'uploadFiles', limit },
  });
}

/** Text of the client inside a message: visible as such and never long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
