export type MediaKind = 'image' | 'video' | 'audio' | 'file';

type MediaType = { readonly kind: MediaKind; readonly extension: string };

/**
 * Content types that users may upload. SVG and HTML are absent because they can carry scripts. Audio alone in a WebM or MP4 file counts as a video until the file is probed.
 * Files are stored as they are, and only ever offered for download.
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
  ['application/pdf', { kind: 'file', extension: 'pdf' }],
  ['application/zip', { kind: 'file', extension: 'zip' }],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    { kind: 'file', extension: 'docx' },
  ],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', { kind: 'file', extension: 'xlsx' }],
  [
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    { kind: 'file', extension: 'pptx' },
  ],
  ['application/vnd.oasis.opendocument.text', { kind: 'file', extension: 'odt' }],
  ['application/vnd.oasis.opendocument.spreadsheet', { kind: 'file', extension: 'ods' }],
  ['application/vnd.oasis.opendocument.presentation', { kind: 'file', extension: 'odp' }],
  ['application/epub+zip', { kind: 'file', extension: 'epub' }],
  ['text/plain', { kind: 'file', extension: 'txt' }],
  ['text/csv', { kind: 'file', extension: 'csv' }],
  ['text/markdown', { kind: 'file', extension: 'md' }],
]);

/** The formats of each kind, in words. */
export const MEDIA_FORMATS: Readonly<Record<MediaKind, string>> = {
  image: 'JPEG, PNG, WebP, GIF, AVIF or HEIC',
  video: 'MP4, MOV or WebM',
  audio: 'MP3, M4A, AAC, Ogg, WAV or FLAC',
  file: 'PDF, ZIP, DOCX, XLSX, PPTX, ODT, ODS, ODP, EPUB, or text in UTF-8',
};

/** @returns the content types of a kind, or of all of them */
export const acceptedTypes = (kind?: MediaKind): readonly string[] =>
  [...MEDIA_TYPES].flatMap(([type, known]) => (kind === undefined || known.kind === kind ? [type] : []));

/** Content types written by the server itself, which cannot be uploaded under these names. */
const WRITTEN_TYPES: readonly (readonly [contentType: string, extension: string])[] = [
  ['audio/mp4', 'm4a'],
  ['audio/webm', 'weba'],
  ['application/json', 'json'],
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

/** The extension of `name` in small letters, without its dot; empty when there is none. */
export const extensionOf = (name: string): string =>
  /[^.]\.([^.]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Extensions of the types that are recognised by their content; of texts none are. */
const SIGNED_EXTENSIONS: ReadonlySet<string> = new Set([
  'jpeg',
  ...[...MEDIA_TYPES].flatMap(([type, { extension }]) => (type.startsWith('text/') ? [] : [extension])),
]);

export const isSignedExtension = (extension: string): boolean => SIGNED_EXTENSIONS.has(extension);

/** The headers with which a stored file is served. A name makes it a download, whatever its type. */
export function servedAs(contentType: string, fileName: string | null): ServedAs {
  const isInline = fileName === null && /^(?:image|video|audio)\//.test(contentType);
  const name = fileName === null ? '' : `; filename*=UTF-8''${encodedFileName(fileName)}`;
  return {
    contentType: contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
    disposition: isInline ? 'inline' : `attachment${name}`,
  };
}

export type ServedAs = { readonly contentType: string; readonly disposition: string };

/** Percent-encoded as in RFC 8187, which is more than `encodeURIComponent` does, and than an URL needs. */
export const encodedFileName = (fileName: string): string =>
  encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
