import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWith } from '#test/support/messaging/messaging.ts';
import { testWorld } from '#test/support/world.ts';

/** Texts as written and as kept; `<` opens an isolate, `>` closes it, `(` and `)` an embedding, `!` an override. */
const TEXTS: readonly [written: string, kept: string][] = [
  ['a <b> c', 'a <b> c'],
  ['a <b', 'a <b>'],
  ['a <b (c', 'a <b (c)>'],
  ['<a (b> c', '<a (b> c'],
  ['a <b\nc', 'a <b>\nc'],
  ['a> b) c', 'a b c'],
  ['(a <b) c', '(a <b c>)'],
  ['a !b) c', 'a b c'],
  ['a \u200fb', 'a \u200fb'],
];

const SIGNS: Readonly<Record<string, string>> = {
  '<': '\u2067',
  '>': '\u2069',
  '(': '\u202b',
  ')': '\u202c',
  '!': '\u202e',
};
const signs = (text: string): string => text.replaceAll(/[<>()!]/g, (sign) => SIGNS[sign] ?? sign);

test('signs of direction end with their line in posts, comments and messages, and overrides are removed', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const conversation = await startWith(ada, ben);
  const { createPost } = await ada.do(
    'mutation { createPost(input: { text: "Hello" }) { post { id } errors { code } } }',
  );
  for (const [written, kept] of TEXTS) {
    const answer = await ada.do(
      `mutation ($text: String, $post: ID!, $conversation: ID!) {
        createPost(input: { text: $text }) { post { text } errors { code } }
        addComment(input: { postId: $post, text: $text }) { comment { text } errors { code } }
        sendMessage(input: { conversationId: $conversation, text: $text }) { message { content { text } } errors { code } } }`,
      { text: signs(written), post: createPost.post.id, conversation },
    );
    const texts = [
      answer.createPost.post.text,
      answer.addComment.comment.text,
      answer.sendMessage.message.content.text,
    ];
    assert.deepEqual(texts, Array(3).fill(signs(kept)), JSON.stringify(written));
  }
});

test('the title of a group is cleaned like a name', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const { startConversation } = await ada.do(
    `mutation ($input: StartConversationInput!) {
      startConversation(input: $input) { conversation { title } errors { code } } }`,
    { input: { userIds: [ben.id, cleo.id], title: 'Pla\u200bza \u202etroppus' } },
  );
  assert.deepEqual(startConversation.conversation, { title: 'Plaza troppus' });
});
