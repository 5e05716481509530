export type MediaKind = 'image' | 'video' | 'audio';

type MediaType = { readonly kind: MediaKind; readonly extension: string };

/**
 * Content types that users may upload. SVG and HTML are absent because they can carry scripts. Audio alone in a WebM or MP4 file counts as a video until the file is probed.
 */
export const MEDIA_TYPES: ReadonlyMap<string, MediaType> = new Map([
  ['image/jpeg', { kind: 'image', extension: 'jpg' }],
  ['image/png', { kind: 'image', extension: 'png' }],
  ['image/apng', { kind: 'image', extension: 'apng' }],
  ['image/webp', { kind: 'image', extension: 'webp' }],
  ['image/gif', { kind: 'image', extension: 'gif' }],
  ['image/avif', { kind: 'image', extension: 'avif' }],
  ['image/heic', { kind: 'image', extension: 'heic' }],
  ['image/heif', { kind: 'image', extension: 'heif' }],
  ['image/heic-sequence', { kind: 'image', extension: 'heics' }],
  ['image/heif-sequence', { kind: 'image', extension: 'heifs' }],
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

/** The formats of each kind, in words. */
export const MEDIA_FORMATS: Readonly<Record<MediaKind, string>> = {
  image: 'JPEG, PNG, WebP, GIF, AVIF or HEIC',
  video: 'MP4, MOV or WebM',
  audio: 'MP3, M4A, AAC, Ogg, WAV or FLAC',
};

/** @returns the content types of a kind, or of all of them */
export const acceptedTypes = (kind?: MediaKind): readonly string[] =>
  [...MEDIA_TYPES].flatMap(([type, known]) => (kind === undefined || known.kind === kind ? [type] : []));

/** Content types written by the server itself, which cannot be uploaded under these names. */
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

/** @returns the content type of the extension of `name`, or `application/octet-stream` */
export function contentTypeOfName(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return TYPE_BY_EXTENSION.get(extension) ?? UNKNOWN_CONTENT_TYPE;
}
