import assert from 'node:assert/strict';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { sql } from 'kysely';
import { REQUEST_EXPORT } from '#test/support/people/accounts.ts';
import { commentOn } from '#test/support/content/comments.ts';
import { askToJoin, linkOf } from '#test/support/messaging/invites.ts';
import { call, must, start } from '#test/support/messaging/calls.ts';
import { setPrivacy } from '#test/support/people/people.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { earn, earnByCard, payOut } from '#test/support/money/earnings.ts';
import { sentLive } from '#test/support/messaging/live-locations.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { startWith, letIn } from '#test/support/messaging/messaging.ts';
import { give } from '#test/support/money/ledger.ts';
import { sold, unlock } from '#test/support/money/paid-messages.ts';
import { offer, purchase } from '#test/support/money/purchases.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { subscribed } from '#test/support/money/subscriptions.ts';
import { decide as decideCase } from '#test/support/trust/decisions.ts';
import { sendNotice } from '#test/support/trust/notices.ts';
import { casesIn, report } from '#test/support/trust/reports.ts';
import { createTier, offerTiers } from '#test/support/money/tiers.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { claim, decide, requested } from '#test/support/trust/verification.ts';
import type { Person, World } from '#test/support/world.ts';

/** Part of every text that the user writes, and of no other. */
export const wordOf = (person: Person): string => `${person.username}word`;

/** The other users that a user interacts with: both users interact with the same ones. */
export type Company = {
  /** Follows and is followed, mutes and is muted, and is a member of the conversations. */
  readonly friend: Person;
  /** Has a follow request from the user and one to them. */
  readonly suitor: Person;
  /** Blocks and is blocked. */
  readonly enemy: Person;
};

/** Uses every feature that stores a row, through the API where possible. */
export async function useEveryFeature(world: World, person: Person, company: Company): Promise<void> {
  const word = wordOf(person);
  await world.signIn(person);
  const avatar = new Blob([new Uint8Array(await smallPicture())]);
  await person.upload(
    'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { errors { code } } }',
    { input: { avatar: null, displayName: `Name ${word}`, bio: `Bio ${word}` } },
    { 'input.avatar': avatar },
  );
  await person.do('mutation { requestEmailVerification { errors { code } } }');
  await person.do('mutation { updatePrivacySettings(input: { callAudience: NOBODY }) { errors { code } } }');
  await relateToOthers(world, person, company);
  await publishAndSend(person, company, word);
  await beInCalls(person, company);
  await openOnce(world, person);
  await sentLive(person, await startWith(person, company.friend));
  await askAndChoose(person, company.friend, word);
  await writeFor(person, company.friend, word);
  await tag(world, person);
  await haveCoins(world, person, company);
  await offerTiers(person, word);
  await subscribeEachOther(world, person, company);
  await saveCard(person);
  const { purchase: bought } = await purchase(person, await offer(world));
  await earnByCard(world, person, { paymentId: uuidOf(bought.payment.id), payer: company.friend });
  await restrict(world, person, { kind: 'FOLLOWING', liftedAt: 'now()' });
  await beVerified(world, person);
  await reportAndAppeal(world, person, { company, word });
  await person.do(REQUEST_EXPORT, { input: { password: person.password } });
  await world.runJobs();
}

/** A paid subscription of the user, and a trial of another one to the user. */
async function subscribeEachOther(world: World, person: Person, { friend, suitor }: Company): Promise<void> {
  await give(world, person, 5);
  const tierOf = async (creator: Person, input: object): Promise<string> =>
    (await createTier(creator, { title: `Tier ${wordOf(creator)}`, priceCoins: 5, ...input })).id;
  await subscribed(person, await tierOf(friend, {}));
  await subscribed(suitor, await tierOf(person, { trialDays: 7 }));
}

/** A request with a document that is open, and one that is approved, so that the person has a badge. */
async function beVerified(world: World, person: Person): Promise<void> {
  const admin = await world.admin();
  await requested(person);
  const { id: requestId } = await requested(person, 'CREATOR', []);
  await claim(admin, requestId);
  await decide(admin, { requestId, expectedVersion: 2, decision: 'APPROVED' });
}

/** A report and a notice of the user, a decision about the user with an appeal, and a mute of their reports. */
async function reportAndAppeal(
  world: World,
  person: Person,
  { company: { friend, suitor }, word }: { company: Company; word: string },
): Promise<void> {
  const admin = await world.admin();
  await report(person, { userId: friend.id }, { text: `Report ${word}` });
  await report(friend, { userId: person.id });
  await sendNotice(person, { userId: suitor.id }, { explanation: `Notice ${word}`, email: person.email });
  const found = (await casesIn(admin)).find(({ subjectId }) => subjectId === person.id);
  const { decision } = await decideCase(admin, found, { actions: ['WARN'], facts: `Facts ${word}` });
  await person.do(
    'mutation ($input: AppealDecisionInput!) { appealDecision(input: $input) { errors { code } } }',
    { input: { decisionId: decision.id, text: `Appeal ${word}` } },
  );
  await admin.do(
    'mutation ($id: ID!) { adminMuteReporter(input: { userId: $id, reason: "Noise" }) { errors { code } } }',
    { id: person.id },
  );
}

/** Coins given by an admin, some of which are taken again, earnings and a payout, and tips between the user and the friend. */
async function haveCoins(world: World, person: Person, { friend }: Company): Promise<void> {
  const admin = await world.admin();
  const given = [
    [person, 500],
    [person, -100],
    [friend, 10],
  ] as const;
  for (const [who, amountCoins] of given) {
    await admin.do(
      'mutation ($input: AdminAdjustCoinsInput!) { adminAdjustCoins(input: $input) { errors { code } } }',
      {
        input: {
          userId: who.id,
          amountCoins,
          reason: 'Thanks.',
          idempotencyKey: `${amountCoins}-${who.username}-${person.username}`,
        },
      },
    );
  }
  await person.do(
    'mutation { setSpendingLimit(input: { period: WEEK, limitCoins: 50 }) { errors { code } } }',
  );
  await person.do(
    'mutation { setSpendingLimit(input: { kind: PURCHASES, period: WEEK, limitCoins: 1000000 }) { errors { code } } }',
  );
  for (const [from, to] of [
    [person, friend],
    [friend, person],
  ] as const) {
    await from.do('mutation ($input: SendTipInput!) { sendTip(input: $input) { errors { code } } }', {
      input: {
        target: { userId: to.id },
        amountCoins: 5,
        message: `Tip ${wordOf(from)}`,
        idempotencyKey: `tip-${person.id}`,
      },
    });
  }
  await tradeMessages(person, friend);
  world.clock.advance('6s');
  await world.runJobs();
  await payOut(world, person, [20]);
  await earn(world, person, 10);
  // As after a refund of coins that were earned and paid out, and later earnings that paid it.
  await world.app.services.transaction((tx) =>
    sql`insert into coin_debts (user_id, coins) values (${uuidOf(person.id)}, 0)`.execute(tx),
  );
}

/** Each sells a message to the other, one of them with a preview. */
async function tradeMessages(person: Person, friend: Person): Promise<void> {
  const conversationId = await startWith(person, friend);
  const previewMediaIds = [(await uploaded(person, await smallPicture())).id];
  const lock = { priceCoins: 1, teaser: `Teaser ${wordOf(person)}`, previewMediaIds };
  const own = await sold(person, conversationId, lock);
  assert.deepEqual((await unlock(friend, own, { price: 1 })).errors, []);
  const other = await sold(friend, conversationId, { priceCoins: 1 });
  assert.deepEqual((await unlock(person, other, { price: 1 })).errors, []);
}

async function relateToOthers(
  world: World,
  person: Person,
  { friend, suitor, enemy }: Company,
): Promise<void> {
  const towards = async (who: Person, mutation: string, whom: Person) =>
    who.do(`mutation ($id: ID!) { ${mutation}(input: { userId: $id }) { errors { code } } }`, {
      id: whom.id,
    });
  for (const mutation of ['followUser', 'muteUser']) {
    await towards(person, mutation, friend);
    await towards(friend, mutation, person);
  }
  await towards(person, 'blockUser', enemy);
  await world.app.services.transaction(async (tx) => {
    const [id, suitorId, enemyId] = [person, suitor, enemy].map((who) => uuidOf(who.id));
    await sql`insert into follow_requests (requester_id, target_id, created_at)
      values (${id}, ${suitorId}, now()), (${suitorId}, ${id}, now())`.execute(tx);
    // A blocked user cannot block back through the API: the blocker is invisible to them.
    await sql`insert into blocks (blocker_id, blocked_id, created_at) values (${enemyId}, ${id}, now())`.execute(
      tx,
    );
    await sql`insert into entitlements (subscriber_id, creator_id, tier_level, valid_until)
      values (${id}, ${suitorId}, 1, now() + interval '1 year'), (${suitorId}, ${id}, 1, now() + interval '1 year')`.execute(
      tx,
    );
    await sql`insert into username_history (user_id, username, changed_at)
      values (${id}, ${`former.${person.username}`}, now())`.execute(tx);
  });
  await person.do(
    'mutation ($phrase: String!) { addMutedWord(input: { phrase: $phrase }) { errors { code } } }',
    { phrase: wordOf(person) },
  );
}

async function publishAndSend(person: Person, { friend, suitor }: Company, word: string): Promise<void> {
  const publish = async (text: string, mediaIds: readonly string[]): Promise<string> => {
    const { createPost } = await person.do(
      'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }',
      { input: { text, mediaIds, idempotencyKey: text.replaceAll(' ', '-') } },
    );
    return createPost.post.id;
  };
  const shown = await uploaded(person, await smallPicture(), { altText: `Alt ${word}` });
  const own = await publish(`Post ${word}`, [shown.id]);
  await commentOn(friend, own);
  const regretted = await publish(`Regretted ${word}`, []);
  await person.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: regretted,
  });
  const theirs = await publishAs(suitor, 'Hello');
  await actOn(person, theirs);
  await discuss(person, suitor, theirs);
  await seeAndSave(person, theirs);
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
    { id: group.startConversation.conversation.id, title, text: `About ${word}`, avatar: shown.id },
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
async function beInCalls(person: Person, { friend, suitor }: Company): Promise<void> {
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
async function openOnce(world: World, person: Person): Promise<void> {
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

async function publishAs(author: Person, text: string): Promise<string> {
  const { createPost } = await author.do(
    'mutation ($text: String!) { createPost(input: { text: $text }) { post { id } errors { code } } }',
    { text },
  );
  return createPost.post.id;
}

/** A hashtag without an owner. */
async function tag(world: World, person: Person): Promise<void> {
  await publishAs(person, 'This is #life');
  await world.runJobs();
  await person.do('mutation { followHashtag(input: { name: "life" }) { errors { code } } }');
}

/** A post for the friend only, edited once, and a draft. */
async function writeFor(person: Person, friend: Person, word: string): Promise<void> {
  const content = { visibility: 'PRIVATE', audienceUserIds: [friend.id] };
  const { createPost } = await person.do(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }',
    { input: { ...content, text: `Edited ${word}` } },
  );
  await person.do(
    `mutation ($id: ID!, $text: String!, $draft: SaveDraftInput!) {
      updatePost(input: { postId: $id, text: $text }) { errors { code } }
      saveDraft(input: $draft) { errors { code } } }`,
    { id: createPost.post.id, text: `Post ${word}`, draft: { ...content, text: `Draft ${word}` } },
  );
}

/** Actions of a user on a post of a user who is not erased. */
async function actOn(person: Person, postId: string): Promise<void> {
  await person.do(
    'mutation ($id: ID!) { createPost(input: { text: "Look", quotedPostId: $id }) { errors { code } } }',
    { id: postId },
  );
  await person.do(
    `mutation ($id: ID!) {
      reactToPost(input: { postId: $id, type: LOVE }) { errors { code } }
      repost(input: { postId: $id }) { errors { code } } }`,
    { id: postId },
  );
}

/** Private actions of a user on a post. */
async function seeAndSave(person: Person, postId: string): Promise<void> {
  const { createSavedCollection } = await person.do(
    'mutation ($name: String!) { createSavedCollection(input: { name: $name }) { collection { id } errors { code } } }',
    { name: `Collection ${wordOf(person)}` },
  );
  await person.do(
    `mutation ($id: ID!, $collections: [ID!]!) {
      recordPostViews(input: { events: [{ postId: $id, source: FEED }] }) { errors { code } }
      savePost(input: { postId: $id, collectionIds: $collections }) { errors { code } } }`,
    { id: postId, collections: [createSavedCollection.collection.id] },
  );
}

/** Comments and replies on a post of a user who is not erased, and reacts to the reply. */
async function discuss(person: Person, author: Person, postId: string): Promise<void> {
  const word = wordOf(person);
  const { id: picture } = await uploaded(person, await smallPicture(), { altText: `Shown ${word}` });
  const parentId = await commentOn(person, postId, { text: `Comment ${word}`, mediaIds: [picture] });
  const answer = await commentOn(author, postId, { parentId });
  await person.do(
    'mutation ($id: ID!) { reactToComment(input: { commentId: $id, type: HAHA }) { errors { code } } }',
    { id: answer },
  );
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

/** Each of the two votes in their own poll and in the other's. */
async function askAndChoose(person: Person, friend: Person, word: string): Promise<void> {
  const { createPost } = await person.do(
    `mutation ($input: CreatePostInput!) {
      createPost(input: $input) { post { poll { id options { id } } } errors { code } } }`,
    { input: { text: `Asked ${word}`, poll: { options: [`Choice ${word}`, 'Another'] } } },
  );
  const { id, options } = createPost.post.poll;
  for (const voter of [person, friend]) {
    await voter.do(
      `mutation ($id: ID!, $options: [ID!]!) {
        votePoll(input: { pollId: $id, optionIds: $options }) { errors { code } } }`,
      { id, options: [options[0].id] },
    );
  }
}
