import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Untyped } from '../../test/support/actor.ts';
import { smallPicture } from '../../test/support/content/media-files.ts';
import { type Person, testWorld } from '../../test/support/world.ts';

test('the documents of the guide for iOS work as Apollo iOS sends them', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const documents = await documentsOf('docs/guides/ios.md');
  const { startConversation } = await ben.do(
    'mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) { conversation { id } errors { code } } }',
    { id: ada.id },
  );

  const picture = await smallPicture();
  const { uploadMedia } = await sendFile(world.url, ada, {
    query: documents.get('UploadPhoto'),
    variables: { file: null, altText: 'A photo' },
    path: 'variables.file',
    picture,
  });
  assert.deepEqual([uploadMedia.errors, typeof uploadMedia.media.url], [[], 'string']);
  // Apollo iOS names the list when one file is sent for it.
  const { createPost } = await sendFile(world.url, ada, {
    query: documents.get('PublishPhotos'),
    variables: { text: 'One photo', files: [null], idempotencyKey: 'made-once' },
    path: 'variables.files',
    picture,
  });
  assert.deepEqual([createPost.errors, createPost.post.media.length], [[], 1]);

  const { data } = await ada.ask('{ eventCursor }');
  await ben.do('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { errors { code } } }', {
    input: { conversationId: startConversation.conversation.id, text: 'Hello' },
  });
  const messages = await ada.subscribe(documents.get('MessageAdded') ?? '', { after: data.eventCursor });
  const { message } = (await messages.next()).data.messageAdded;
  assert.deepEqual([message.content.text, message.sender.username], ['Hello', 'ben']);
  assert.match(message.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

  const { refreshSession } = await world
    .anonymous()
    .do(documents.get('RefreshSession') ?? '', { refreshToken: ada.refreshToken });
  assert.notEqual(refreshSession.refreshToken, ada.refreshToken);
});

/** The operations of a guide by their names. */
async function documentsOf(guide: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(guide, 'utf8');
  const blocks = [...text.matchAll(/^```graphql\n(\w+ (\w+).*?)^```$/gms)];
  return new Map(blocks.map(([, document = '', name = '']) => [name, document]));
}

/** Sends one file as `MultipartFormData` of Apollo iOS does: operations, map, and the file under its number. */
async function sendFile(
  url: string,
  person: Person,
  sent: { query: string | undefined; variables: object; path: string; picture: Buffer },
) {
  const form = new FormData();
  const operationName = /\w+ (\w+)/.exec(sent.query ?? '')?.[1];
  form.append('operations', JSON.stringify({ query: sent.query, variables: sent.variables, operationName }));
  form.append('map', JSON.stringify({ 0: [sent.path] }));
  form.append('0', new Blob([new Uint8Array(sent.picture)], { type: 'image/png' }), 'photo.png');
  const headers = { authorization: `Bearer ${String(person.token)}` };
  const response = await fetch(url, { method: 'POST', headers, body: form });
  const { data, errors } = (await response.json()) as { data: Untyped; errors?: unknown };
  assert.equal(errors, undefined);
  return data;
}
