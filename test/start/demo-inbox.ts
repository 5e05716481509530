import assert from 'node:assert/strict';
import type { Actor, Untyped } from '#test/support/actor.ts';

/** Asserts the conversations that Nora has in the demo world. */
export async function seesInbox(nora: Actor): Promise<void> {
  const { primary, archived, requests, myUnreadCounts } = await nora.do(`
      fragment Shown on ConversationConnection { nodes {
        id title viewer { unreadCount isPinned }
        lastMessage { sender { username } content { __typename text }
          replyTo { content { text } } } } }
      { primary: myConversations(inbox: PRIMARY, first: 10) { ...Shown }
        archived: myConversations(inbox: ARCHIVED, first: 10) { ...Shown }
        requests: myConversations(inbox: REQUESTS, first: 10) { ...Shown }
        myUnreadCounts { conversationCount } }`);
  const rows = (inbox: Untyped): unknown[] =>
    inbox.nodes.map(({ title, viewer, lastMessage }: Untyped) => [
      title,
      lastMessage.sender.username,
      lastMessage.sender.username === 'mateo.ruiz'
        ? 'of three that come by jobs'
        : lastMessage.content.__typename,
      viewer.unreadCount,
      viewer.isPinned,
    ]);
  assert.deepEqual(rows(primary), [
    ['Page Forty Club', 'nora', 'TextContent', 0, true],
    [null, 'mateo.ruiz', 'of three that come by jobs', 3, false],
    ['Lantern walk on Friday', 'tomas.b', 'TextContent', 2, false],
    [null, 'hana', 'TextContent', 1, false],
    [null, 'freya', 'TextContent', 0, false],
  ]);
  assert.deepEqual(rows(archived), [[null, 'nora', 'TextContent', 0, false]]);
  assert.deepEqual(rows(requests), [[null, 'carmen.v', 'TextContent', 2, false]]);
  assert.deepEqual(myUnreadCounts, { conversationCount: 3 });
  const [, spoken, walk] = primary.nodes;
  const { conversationMessages: newest } = await nora.do(
    `query ($id: ID!) { conversationMessages(conversationId: $id, first: 3) { nodes { content { __typename text
          ... on VoiceNoteContent { audio { state } } ... on LockedContent { priceCoins mediaCount } ... on MediaContent { media { state } } } } } }`,
    { id: spoken.id },
  );
  assert.deepEqual(
    new Set(newest.nodes.map(({ content }: Untyped) => content)),
    new Set([
      { __typename: 'VoiceNoteContent', text: '', audio: { state: 'READY' } },
      { __typename: 'MediaContent', text: '', media: [{ state: 'READY' }] },
      {
        __typename: 'LockedContent',
        text: 'And the back of it, for the curious.',
        priceCoins: 30,
        mediaCount: 1,
      },
    ]),
  );
  assert.deepEqual(walk.lastMessage.replyTo, { content: { text: 'Forty-two buns.' } });
  const { conversationMessages } = await nora.do(
    `query ($id: ID!) { conversationMessages(conversationId: $id, first: 20) { nodes { content {
        text ... on PollContent { poll { voterCount options { voteCount } } } } } } }`,
    { id: walk.id },
  );
  const asked = conversationMessages.nodes.find(({ content }: Untyped) => content.poll);
  assert.deepEqual(asked.content, {
    text: 'And where do we end?',
    poll: { voterCount: 7, options: [{ voteCount: 2 }, { voteCount: 1 }, { voteCount: 4 }] },
  });
}
