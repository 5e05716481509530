import { DAY_MS } from '#platform/kernel/clock.ts';
import { askToJoin, linkOf } from '#test/support/messaging/invites.ts';
import { call, must, start } from '#test/support/messaging/calls.ts';
import { setPrivacy } from '#test/support/people/people.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { startWith, letIn } from '#test/support/messaging/messaging.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import type { Person, World } from '#test/support/world.ts';
import { wordOf, type Company } from './company.ts';

/** Writes to the friend and in a group, whose avatar is the medium. */
export async function talk(person: Person, { friend, suitor }: Company, avatarId: string): Promise<void> {
  const word = wordOf(person);
  const start = `mutation ($input: StartConversationInput!) {
    startConversation(input: $input) { conversation { id } errors { code } } }`;
  const direct = await person.do(start, { input: { userIds: [friend.id] } });
  const title = `Title ${word}`;
  const group = await person.do(start, { input: { userIds: [friend.id], kind: 'GROUP', title } });
  await person.do(
    'mutation ($input: AddParticipantsInput!) { addParticipants(input: $input) { errors { code } } }',
    { input: { conversationId: group.startConversation.conversation.id, userIds: [suitor.id] } },
  );
  await letIn(group.startConversation.conversation.id, friend, suitor);
  await person.do(
    `mutation ($id: ID!, $title: String!, $text: String!, $avatar: ID!) { updateConversation(
      input: { conversationId: $id, title: $title, description: $text, avatarMediaId: $avatar }) { errors { code } } }`,
    { id: group.startConversation.conversation.id, title, text: `About ${word}`, avatar: avatarId },
  );
  await linkOf(person, group.startConversation.conversation.id);
  const theirGroup = await friend.do(start, { input: { userIds: [suitor.id], kind: 'GROUP' } });
  await letIn(theirGroup.startConversation.conversation.id, suitor);
  await askToJoin(person, friend, theirGroup.startConversation.conversation.id);
  for (const { startConversation } of [direct, group]) {
    const input = {
      conversationId: startConversation.conversation.id,
      text: `Earlier ${word}`,
      mediaIds: [(await uploaded(person, await smallPicture(), { altText: `Sent ${word}` })).id],
      clientData: { note: `Data ${word}` },
    };
    const { sendMessage } = await person.do(
      'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { id } errors { code } } }',
      { input },
    );
    await person.do(
      'mutation ($input: ScheduleMessageInput!) { scheduleMessage(input: $input) { errors { code } } }',
      { input: { ...input, mediaIds: [], sendAt: new Date(Date.now() + 80 * DAY_MS).toISOString() } },
    );
    const read = { conversationId: input.conversationId, upToMessageId: sendMessage.message.id };
    await person.do(
      'mutation ($input: MarkConversationReadInput!) { markConversationRead(input: $input) { errors { code } } }',
      { input: read },
    );
    await person.do(
      `mutation ($id: ID!, $text: String!) {
        editMessage(input: { messageId: $id, text: $text }) { errors { code } }
        reactToMessage(input: { messageId: $id, emoji: "👍" }) { errors { code } }
        pinMessage(input: { messageId: $id }) { errors { code } }
        deleteMessage(input: { messageId: $id, scope: ME }) { errors { code } } }`,
      { id: sendMessage.message.id, text: `Message ${word}` },
    );
    await friend.do(
      'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { errors { code } } }',
      { input: { conversationId: input.conversationId, text: `Hi @${person.username}` } },
    );
    await askMembers(person, friend, { word, conversationId: input.conversationId });
    await friend.do(
      'mutation ($input: ForwardMessageInput!) { forwardMessage(input: $input) { errors { code } } }',
      { input: { messageId: sendMessage.message.id, conversationIds: [input.conversationId] } },
    );
    await friend.do(
      'mutation ($id: ID!) { reactToMessage(input: { messageId: $id, emoji: "👍" }) { errors { code } } }',
      { id: sendMessage.message.id },
    );
  }
}

/** A call of the friend that is accepted, left and rated, and one in which the person watches and asks to speak. */
export async function beInCalls(person: Person, { friend, suitor }: Company): Promise<void> {
  await setPrivacy(person, { callAudience: 'EVERYONE' });
  const callId = await start(friend, await startWith(friend, person));
  await must(person, 'acceptCall', { callId });
  await must(person, 'leaveCall', { callId });
  await must(person, 'rateCall', { callId, stars: 4, problems: ['ECHO'] });
  const group = await start(friend, await startWith(friend, person, suitor), { speaking: 'ON_REQUEST' });
  await must(person, 'joinCall', { callId: group, as: 'VIEWER' });
  await call(person, 'requestToSpeak', { callId: group }, 'speakerRequest { id }');
  await must(friend, 'endCall', { callId: group });
  const own = await start(person, await startWith(person, friend, suitor), { speaking: 'ON_REQUEST' });
  await must(friend, 'joinCall', { callId: own, as: 'VIEWER' });
  const { speakerRequest } = await call(friend, 'requestToSpeak', { callId: own }, 'speakerRequest { id }');
  const answer = { requestId: speakerRequest.id, isGranted: false };
  await call(person, 'respondToSpeakerRequest', answer, 'speakerRequest { id }');
  await must(person, 'endCall', { callId: own });
  await setPrivacy(person, { callAudience: 'NOBODY' });
}

/** Opens a picture of somebody who stays, which is erased after it. */
export async function openOnce(world: World, person: Person): Promise<void> {
  const sender = await world.user(`sender.${world.app.services.ids.next().slice(-12)}`);
  const conversationId = await startWith(sender, person);
  const picture = await uploaded(sender, await smallPicture());
  const { sendMessage } = await sender.do(
    'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { id } errors { code } } }',
    { input: { conversationId, mediaIds: [picture.id], isViewOnce: true } },
  );
  await person.do('mutation ($id: ID!) { openViewOnce(input: { messageId: $id }) { errors { code } } }', {
    id: sendMessage.message.id,
  });
  world.clock.advance('61s');
  await world.runJobs();
  await world.runJobs();
}

/** Both vote in a poll that the person sends. */
async function askMembers(
  person: Person,
  friend: Person,
  { word, conversationId }: { word: string; conversationId: string },
): Promise<void> {
  const { sendMessage } = await person.do(
    `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
      message { content { ... on PollContent { poll { id options { id } } } } } errors { code } } }`,
    {
      input: {
        conversationId,
        text: `Asked ${word}`,
        poll: { options: [`Choice ${word}`, 'Another'], isAnonymous: false },
      },
    },
  );
  const { id, options } = sendMessage.message.content.poll;
  for (const voter of [person, friend]) {
    await voter.do(
      `mutation ($id: ID!, $options: [ID!]!) {
        votePoll(input: { pollId: $id, optionIds: $options }) { errors { code } } }`,
      { id, options: [options[0].id] },
    );
  }
}
