export type MediaKind = 'image' | 'video' | 'audio';

type MediaType = { readonly kind: MediaKind; readonly extension: string };

/**
 * Every content type that people may upload. HEIC is absent because its decoder is patented, SVG and HTML because they can carry
 * scripts. Sound alone in a WebM or MP4 file counts as a video until the file is probed.
 */
export const MEDIA_TYPES: ReadonlyMap<string, MediaType> = new Map([
  ['image/jpeg', { kind: 'image', extension: 'jpg' }],
  ['image/png', { kind: 'image', extension: 'png' }],
  ['image/webp', { kind: 'image', extension: 'webp' }],
  ['image/gif', { kind: 'image', extension: 'gif' }],
  ['image/avif', { kind: 'image', extension: 'avif' }],
  ['video/mp4', { kind: 'video', extension: 'mp4' }],
  ['video/x-m4v', { kind: 'video', extension: 'm4v' }],
  ['video/quicktime', { kind: 'video', extension: 'mov' }],
  ['video/webm', { kind: 'video', extension: 'webm' }],
  ['audio/mpeg', { kind: 'audio', extension: 'mp3' }],
  ['audio/mp4', { kind: 'audio', extension: 'm4b' }],
  ['audio/x-m4a', { kind: 'audio', extension: 'm4a' }],
  ['audio/aac', { kind: 'audio', extension: 'aac' }],
  ['audio/ogg', { kind: 'audio', extension: 'ogg' }],
  ['audio/wav', { kind: 'audio', extension: 'wav' }],
  ['audio/flac', { kind: 'audio', extension: 'flac' }],
]);

/** What the product itself writes into the storage: formats that nobody uploads, or not under this name. */
const WRITTEN_TYPES: readonly (readonly [contentType: string, extension: string])[] = [
  ['audio/mp4', 'm4a'],
  ['audio/webm', 'weba'],
  ['application/json', 'json'],
  ['application/zip', 'zip'],
  ['text/csv', 'csv'],
];

const TYPE_BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ...MEDIA_TYPES.entries().map(([contentType, { extension }]) => [extension, contentType] as const),
  ...WRITTEN_TYPES.map(([contentType, extension]) => [extension, contentType] as const),
]);

const UNKNOWN_CONTENT_TYPE = 'application/octet-stream';

/** @returns the content type that the end of `name` stands for, `application/octet-stream` when it stands for none */
export function contentTypeOfName(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return TYPE_BY_EXTENSION.get(extension) ?? UNKNOWN_CONTENT_TYPE;
}
