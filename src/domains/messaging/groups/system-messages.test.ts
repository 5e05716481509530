import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow } from '#test/support/people/people.ts';
import { block, say, startWith } from '#test/support/messaging/messaging.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const CHANGES = `query ($id: ID!) { conversationMessages(conversationId: $id) { nodes {
  seq sender { username } content { __typename text
    ... on SystemContent { change by { username } users { username } userCount title } } } } }`;

test('a group is told of its changes by messages, which name nobody across a block', async (t) => {
  const world = await testWorld(t);
  const names = ['ada', 'ben', 'cleo', 'dora', 'eve'] as const;
  const [ada, ben, cleo, dora, eve] = await Promise.all(names.map((name) => world.user(name)));
  assert.ok(ada && ben && cleo && dora && eve);
  const id = await startWith(ada, ben, cleo);
  await block(world, cleo, dora);
  const { id: avatarMediaId } = await uploaded(ada, await smallPicture());
  const heard = await ben.subscribe(
    'subscription { messageAdded { message { seq sender { id } content { __typename } } } }',
  );
  const change = (by: Person, name: string, more: object): Promise<unknown> =>
    by.do(
      `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) {
        ${name}(input: $input) { errors { code } } }`,
      { input: { conversationId: id, ...more } },
    );

  await follow(eve, ada);
  await change(ada, 'addParticipants', { userIds: [dora.id, eve.id] });
  await change(ada, 'setParticipantRole', { userId: eve.id, role: 'ADMIN' });
  await change(eve, 'updateConversation', { title: 'Hikers' });
  await change(ada, 'updateConversation', { title: null, avatarMediaId });
  await change(ada, 'updateConversation', { description: 'Each Sunday' });
  await change(dora, 'acceptConversation', {});
  await change(ada, 'removeParticipant', { userId: dora.id });
  await change(eve, 'leaveConversation', {});
  await say(ada, id, 'So it goes');
  await world.runJobs();

  const told = (by: string | null, name: string, more: object = {}) => ({
    __typename: 'SystemContent',
    text: '',
    change: name,
    by: by && { username: by },
    users: [],
    userCount: 0,
    title: null,
    ...more,
  });
  const one = (username: string | null) => ({ users: username === null ? [] : [{ username }], userCount: 1 });
  const changes = (dorasName: string | null) => [
    told('eve', 'PARTICIPANT_LEFT'),
    told('ada', 'PARTICIPANT_REMOVED', one(dorasName)),
    told(dorasName, 'PARTICIPANT_JOINED'),
    told('ada', 'PICTURE_CHANGED'),
    told('ada', 'RENAMED'),
    told('eve', 'RENAMED', { title: 'Hikers' }),
    told('ada', 'ROLE_CHANGED', one('eve')),
    told('ada', 'PARTICIPANTS_ADDED', one('eve')),
  ];
  for (const [viewer, dorasName] of [
    [ben, 'dora'],
    [cleo, null],
  ] as const) {
    const { conversationMessages } = await viewer.do(CHANGES, { id });
    const [newest, ...system] = conversationMessages.nodes as {
      seq: number;
      content: object;
      sender: unknown;
    }[];
    assert.deepEqual([newest?.seq, newest?.sender], [9, { username: 'ada' }]);
    assert.deepEqual(
      system.map(({ content }) => content),
      changes(dorasName),
    );
    assert.ok(system.every(({ sender }) => sender === null));
  }
  for (let seq = 1; seq <= 8; seq += 1) {
    const { message } = (await heard.next()).data.messageAdded;
    assert.deepEqual(message, { seq, sender: null, content: { __typename: 'SystemContent' } });
  }
});
