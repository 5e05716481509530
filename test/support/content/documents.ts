import { crc32 } from 'node:zlib';
import type { Actor, Answer, Untyped } from '#test/support/actor.ts';

/** A PDF of one empty page, with `content` in a comment. */
export const pdf = (content = ''): Buffer =>
  Buffer.from(
    `%PDF-1.7\n%${content}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\nxref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n`,
    'latin1',
  );

/** A ZIP whose entries are stored as they are. */
export function zipOf(entries: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(entries)) {
    const [name, data] = [Buffer.from(path), Buffer.from(content)];
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, name);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** A package of Office with one part. */
export const officeFile = (part: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  zipOf({ '[Content_Types].xml': '<Types/>', [part]: '<document/>', ...more });

/** A package that begins with its type, as OpenDocument and EPUB do. */
export const typedPackage = (type: string): Buffer => zipOf({ mimetype: type, 'content.xml': '<document/>' });

const FILE_FIELDS = 'id kind state url fileName contentType sizeBytes failure altText width durationMs';
const UPLOAD = `mutation ($input: UploadMediaInput!) { uploadMedia(input: $input) {
  media { ${FILE_FIELDS} } errors { code path ... on ValidationError { constraint limit } } } }`;

/** @returns the payload of `uploadMedia` */
export async function uploadFile(actor: Actor, content: Uint8Array, name: string): Promise<Untyped> {
  const answer: Answer = await actor.upload(
    UPLOAD,
    { input: { file: null } },
    { 'input.file': new File([new Uint8Array(content)], name) },
  );
  return answer.data.uploadMedia;
}

/** Uploads a file, which must succeed. @returns its media item */
export async function uploadedFile(actor: Actor, content: Uint8Array, name: string): Promise<Untyped> {
  const { media, errors } = await uploadFile(actor, content, name);
  if (!media) throw new Error(`${name} was refused: ${JSON.stringify(errors)}`);
  return media;
}

/** The media item as its owner finds it now. */
export async function fileOf(actor: Actor, id: string): Promise<Untyped> {
  const { node } = await actor.do(`query ($id: ID!) { node(id: $id) { ... on Media { ${FILE_FIELDS} } } }`, {
    id,
  });
  return node;
}
