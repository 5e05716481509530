import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCron } from '#test/support/jobs/cron.ts';
import {
  fileOf,
  officeFile,
  pdf,
  typedPackage,
  uploadedFile,
  uploadFile,
  zipOf,
} from '#test/support/content/documents.ts';
import { redVideo } from '#test/support/content/media-files.ts';
import { filesOf } from '#test/support/content/uploaded-media.ts';
import { exported } from '#test/support/people/exports.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { testWorld } from '#test/support/world.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const HTML = '<!doctype html><html><script>alert(document.domain)</script></html>';

async function served(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const header = (name: string): string | null => response.headers.get(name);
  return {
    status: response.status,
    type: header('content-type'),
    disposition: header('content-disposition'),
    nosniff: header('x-content-type-options'),
    policy: header('content-security-policy'),
    range: header('content-range'),
    content: Buffer.from(await response.arrayBuffer()),
  };
}

test('a file of each type is stored as it is and served as nothing but a download of its name and type', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const files: [name: string, content: Buffer, type: string][] = [
    ['Invoice 7.pdf', pdf(), 'application/pdf'],
    ['photos.zip', zipOf({ 'a.html': HTML }), 'application/zip'],
    ['empty.zip', zipOf({}), 'application/zip'],
    ['letter.docx', officeFile('word/document.xml'), `${OFFICE}.wordprocessingml.document`],
    ['sums.xlsx', officeFile('xl/workbook.xml'), `${OFFICE}.spreadsheetml.sheet`],
    ['talk.pptx', officeFile('ppt/presentation.xml'), `${OFFICE}.presentationml.presentation`],
    [
      'essay.odt',
      typedPackage('application/vnd.oasis.opendocument.text'),
      'application/vnd.oasis.opendocument.text',
    ],
    ['novel.epub', typedPackage('application/epub+zip'), 'application/epub+zip'],
    ['notes.txt', Buffer.from('Grüße, 世界\r\n\tend\f'), 'text/plain'],
    ['table.csv', Buffer.from('\ufeffa;b\n1;2\n'), 'text/csv'],
    ['README.md', Buffer.from('# Title\n\nUse `<script>` with care.\n'), 'text/markdown'],
    ['app.log', Buffer.from('1 < 2'), 'text/plain'],
  ];
  for (const [name, content, type] of files) {
    const media = await uploadedFile(ada, content, name);
    assert.deepEqual(
      { ...media, id: '', url: '' },
      {
        id: '',
        kind: 'FILE',
        state: 'READY',
        url: '',
        fileName: name,
        contentType: type,
        sizeBytes: content.length,
        failure: null,
        altText: null,
        width: null,
        durationMs: null,
      },
    );
    const shownType = type.startsWith('text/') ? `${type}; charset=utf-8` : type;
    const expected = {
      type: shownType,
      disposition: `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      nosniff: 'nosniff',
      policy: "default-src 'none'; sandbox",
    };
    assert.deepEqual(await served(media.url), { ...expected, status: 200, range: null, content }, name);
    assert.deepEqual(
      await served(media.url, { range: 'bytes=1-3' }),
      { ...expected, status: 206, range: `bytes 1-3/${content.length}`, content: content.subarray(1, 4) },
      name,
    );
    const head = await fetch(media.url, { method: 'HEAD' });
    assert.equal(head.headers.get('content-disposition'), expected.disposition);
    const { status } = await served(media.url.replace(/&n=[^&]+/, '&n=other.html'));
    assert.equal(status, 404);
    assert.equal((await served(media.url.replace(/&n=[^&]+/, ''))).status, 404);
  }
  assert.equal((await filesOf(world)).length, files.length);
});

test('the type of a file is that of its content, and its name ends accordingly', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const zip = zipOf({ 'a.txt': 'a' });
  const kinds: [name: string, content: Buffer, type: string, fileName: string][] = [
    ['archive.txt', zip, 'application/zip', 'archive.txt.zip'],
    ['picture.png', zip, 'application/zip', 'picture.png.zip'],
    ['letter.docx', zip, 'application/zip', 'letter.docx.zip'],
    ['page.html', pdf(HTML), 'application/pdf', 'page.html.pdf'],
    ['both.zip', Buffer.concat([pdf(), zip, pdf()]), 'application/pdf', 'both.zip.pdf'],
    [
      'macros.docx',
      officeFile('word/document.xml', { 'word/vbaProject.bin': 'x' }),
      'application/zip',
      'macros.docx.zip',
    ],
    ['run.bat', Buffer.from('del *.*'), 'text/plain', 'run.bat.txt'],
    ['code.js', Buffer.from('alert(1)'), 'text/plain', 'code.js.txt'],
    ['page.html', Buffer.from('Only text, no markup'), 'text/plain', 'page.html.txt'],
    ['no extension', Buffer.from('text'), 'text/plain', 'no extension.txt'],
    ['data.json', Buffer.from('{"a": 1}'), 'text/plain', 'data.json'],
    ['UPPER.PDF', pdf(), 'application/pdf', 'UPPER.PDF'],
  ];
  for (const [name, content, type, fileName] of kinds) {
    const media = await uploadedFile(ada, content, name);
    assert.deepEqual([media.contentType, media.fileName], [type, fileName]);
    assert.match((await served(media.url)).disposition ?? '', /^attachment; filename\*=UTF-8''/);
  }
});

test('a name loses its folders and whatever hides its end, breaks a header or no system stores', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const names: [given: string, kept: string][] = [
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\temp\\a.pdf', 'a.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe.pdf'],
    ['a\u2066b\u200b\u0000c.pdf', 'abc.pdf'],
    ['a\u2028b.pdf', 'ab.pdf'],
    ['..', 'file.pdf'],
    ['', 'file.pdf'],
    [' .hidden.pdf', 'hidden.pdf'],
    ['what?*<b>|.pdf', 'what___b__.pdf'],
    [`${'ä'.repeat(300)}.pdf`, `${'ä'.repeat(146)}.pdf`],
    [`${'👩'.repeat(100)}.pdf`, `${'👩'.repeat(73)}.pdf`],
    ["it's (1) 100%; ünï=x.pdf", "it's (1) 100%; ünï=x.pdf"],
  ];
  for (const [given, kept] of names) {
    const media = await uploadedFile(ada, pdf(), given);
    assert.equal(media.fileName, kept);
    const { status, disposition } = await served(media.url);
    assert.equal(status, 200, given);
    assert.match(disposition ?? '', /^attachment; filename\*=UTF-8''[A-Za-z0-9%!~._-]+$/);
    assert.equal(decodeURIComponent(disposition?.split("''")[1] ?? ''), kept);
  }
});

test('what a browser or a system would run, and what is torn, is refused by its content, whatever its name', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const zip = zipOf({ 'a.txt': 'a' });
  const refused: [name: string, content: Buffer][] = [
    ['page.pdf', Buffer.from(HTML)],
    ['page.txt', Buffer.from(`\ufeff \n\t${HTML}`)],
    ['page.txt', Buffer.from(`${' '.repeat(200_000)}${HTML}`)],
    ['page.pdf', Buffer.concat([Buffer.from(HTML), pdf()])],
    ['page.zip', Buffer.concat([Buffer.from(HTML), zip])],
    ['drawing.txt', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['drawing.md', Buffer.from('<?xml version="1.0"?><svg/>')],
    ['comment.txt', Buffer.from('<!-- --><script>alert(1)</script>')],
    ['run.txt', Buffer.from('#!/bin/sh\nrm -rf /')],
    ['setup.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)])],
    ['program.zip', Buffer.from('7f454c4602010100000000000000000002003e0001000000', 'hex')],
    ['setup.txt', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500), zip])],
    ['nul.txt', Buffer.from('a\0b')],
    ['escape.txt', Buffer.from('\u001b]0;title\u0007')],
    ['late.txt', Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.from([0xff])])],
    ['torn.txt', Buffer.from('ä').subarray(0, 1)],
    ['latin.txt', Buffer.from('Grüße', 'latin1')],
    ['wide.txt', Buffer.from('\ufefftext', 'utf16le')],
    ['picture.png', Buffer.from('text')],
    ['torn.pdf', pdf().subarray(0, -20)],
    ['torn.zip', zip.subarray(0, -10)],
    ['more.zip', Buffer.concat([zip, Buffer.from(HTML)])],
    ['letter.rtf', Buffer.from('{\\rtf1 text}')],
  ];
  for (const [name, content] of refused) {
    assert.deepEqual(
      await unchanged(world, () => uploadFile(ada, content, name)),
      {
        media: null,
        errors: [{ code: 'VALIDATION_FAILED', path: ['file'], constraint: 'fileType', limit: null }],
      },
      name,
    );
  }
  assert.deepEqual(await filesOf(world), []);
});

test('files have a limit of their own, to the byte, of which clients are told', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_UPLOAD_FILE_BYTES: '20000' } });
  const ada = await world.user('ada');
  const { apiLimits } = await ada.do('{ apiLimits { uploads { uploadFileBytes } } }');
  assert.equal(apiLimits.uploads.uploadFileBytes, 20_000);
  for (const [name, begin] of [
    ['a.pdf', pdf()],
    ['a.txt', Buffer.from('text')],
  ] as const) {
    const sized = (bytes: number): Buffer =>
      Buffer.concat([Buffer.from(begin), Buffer.alloc(bytes - begin.length, ' ')]);
    const { errors } = await uploadFile(ada, sized(20_001), name);
    assert.deepEqual(errors, [
      { code: 'VALIDATION_FAILED', path: ['file'], constraint: 'uploadFileBytes', limit: 20_000 },
    ]);
  }
  assert.equal((await uploadedFile(ada, Buffer.alloc(20_000, 'x'), 'a.txt')).sizeBytes, 20_000);
});

test('a ZIP that would fill the disk is stored as it came, and is not unpacked', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const bomb = officeFile('word/document.xml');
  // The headers say that the entries have 4 GiB each.
  for (let at = bomb.indexOf('PK\x03\x04'); at >= 0; at = bomb.indexOf('PK\x03\x04', at + 4)) {
    bomb.writeUInt32LE(0xff_ff_ff_fe, at + 22);
  }
  const media = await uploadedFile(ada, bomb, 'bomb.docx');
  assert.deepEqual([media.state, media.sizeBytes], ['READY', bomb.length]);
  assert.ok((await served(media.url)).content.equals(bomb));
  assert.equal((await filesOf(world)).length, 1);
});

const POST = `mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id }
  errors { code path ... on ValidationError { constraint } } } }`;
const COMMENT = `mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { id }
  errors { code path ... on ValidationError { constraint } } } }`;
const DRAFT = `mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { draft { id }
  errors { code path ... on ValidationError { constraint } } } }`;
const PROFILE = `mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) {
  errors { code path ... on ValidationError { constraint } } } }`;

test('posts, comments, drafts, voice notes and pictures take no files', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id } = await uploadedFile(ada, pdf(), 'a.pdf');
  const { createPost } = await ada.do(POST, { input: { text: 'Hello' } });
  const refusal = [{ code: 'VALIDATION_FAILED', path: ['mediaIds'], constraint: 'mediaKind' }];
  const mediaIds = [id];
  const asked: [string, object][] = [
    [POST, { text: 'With a file', mediaIds }],
    [COMMENT, { postId: createPost.post.id, text: 'With a file', mediaIds }],
    [DRAFT, { text: 'With a file', mediaIds }],
  ];
  for (const [document, input] of asked) {
    const { data } = await unchanged(world, () => ada.ask(document, { input }));
    const { createPost: post, addComment: comment, saveDraft: draft } = data;
    assert.deepEqual((post ?? comment ?? draft).errors, refusal, document);
  }
  const file = new File([new Uint8Array(pdf())], 'a.pdf');
  const picture = await unchanged(world, () =>
    ada.upload(PROFILE, { input: { avatar: null } }, { 'input.avatar': file }),
  );
  assert.deepEqual(picture.data.updateProfile.errors, [
    { code: 'VALIDATION_FAILED', path: ['avatar'], constraint: 'image' },
  ]);
});

test('files that nothing shows are swept, and export and erasure know them', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await uploadedFile(ada, pdf(), 'a.pdf');
  await uploadedFile(ben, pdf(), 'b.pdf');
  const [first] = (await exported(world, ada, 'media')) as Record<string, unknown>[];
  assert.deepEqual(
    [first?.['kind'], first?.['fileName'], String(first?.['file']).endsWith('.pdf')],
    ['FILE', 'a.pdf', true],
  );
  world.clock.advance('25h');
  await runCron(world, 'media.sweepOrphans');
  await world.runJobs();
  assert.deepEqual(
    (await filesOf(world)).filter((name) => name.includes('document')),
    [],
  );
});

test('what images, videos and audio are served as is told by the same fields', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id } = await uploadedFile(ada, await redVideo(), 'film.mp4');
  await world.runJobs();
  await world.runJobs();
  const film = await fileOf(ada, id);
  const { content, type } = await served(film.url);
  assert.deepEqual(
    [film.fileName, film.contentType, film.sizeBytes, type],
    [null, 'video/mp4', content.length, 'video/mp4'],
  );
});
