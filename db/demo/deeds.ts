import { addComment } from '#domains/content/comments/comments.service.ts';
import { saveDraft } from '#domains/content/drafts/drafts.service.ts';
import { updatePost } from '#domains/content/post-editing/editing.service.ts';
import { pinPost } from '#domains/content/post-pins/post-pins.service.ts';
import { createPost } from '#domains/content/posts/publishing.service.ts';
import { react } from '#domains/content/reactions/reactions.service.ts';
import { POSTS } from '#domains/content/reactions/subjects.ts';
import { repost } from '#domains/content/reposts/reposts.service.ts';
import { createSavedCollection } from '#domains/content/saved/collections.service.ts';
import { savePost } from '#domains/content/saved/saved.service.ts';
import { pollByMessage, pollByPost } from '#domains/foundation/polls/polls.loaders.ts';
import { votePoll } from '#domains/foundation/polls/polls.service.ts';
import { followUser } from '#domains/graph/follows/follows.service.ts';
import { updatePrivacySettings } from '#domains/graph/privacy/privacy.service.ts';
import { updateProfile } from '#domains/identity/users/users.service.ts';
import { startConversation } from '#domains/messaging/conversations/conversations.service.ts';
import {
  acceptConversation,
  archiveConversation,
  pinConversation,
} from '#domains/messaging/inbox/inbox.service.ts';
import { sendMessage } from '#domains/messaging/sending/sending.service.ts';
import { markConversationRead } from '#domains/messaging/receipts/receipts.service.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { callMs, holdCall } from './calls.ts';
import { giveCoins, GRANTS, offerPackages } from './coins.ts';
import { type DemoConversation, DEMO_CONVERSATIONS } from './conversations.ts';
import { CONCERNED } from './disputes.ts';
import { DRAFT, REQUESTS, SAVED } from './highlights.ts';
import { enqueuePaidPicture, enqueueVoiceNote } from './media-jobs.ts';
import { DEMO_MEMBERS, join, MEMBER_POSTS, postForMembers } from './members.ts';
import { moderate } from './moderation.ts';
import { LIKED_POST, publishLikedPost } from './notices.ts';
import { JOINED_DAYS_AGO_MIN, PEOPLE, RESIDENTS } from './people.ts';
import { enqueuePurchase, PURCHASES } from './purchases.ts';
import { PLAN, type PlannedAnswer, type PlannedPost, type PlannedVote } from './plan.ts';
import { DEMO_TIERS, offerTier } from './tiers.ts';
import { DEMO_TIPS, SECOND_GRANT_COINS, SECOND_TIPPER, tipPost } from './tips.ts';
import { contextAt, findPostId, type Town } from './town.ts';

/** Something that people did before the creation of the world; possible once all of them are there. */
export type Deed = { readonly people: readonly string[]; act(town: Town): Promise<unknown> };

/** In an order in which each finds what it needs. */
export function listDeeds(): readonly Deed[] {
  const { posts, quotes, answers, votes, follows } = PLAN;
  const first = RESIDENTS[0]?.username ?? '';
  return [
    ...PEOPLE.map(({ username, bio }): Deed => {
      const agoMs = JOINED_DAYS_AGO_MIN * DAY_MS;
      return { people: [username], act: (town) => updateProfile(contextAt(town, username, agoMs), { bio }) };
    }),
    ...posts.map((post): Deed => ({ people: [post.author], act: (town) => publish(town, post) })),
    ...quotes.map(({ author, text, quoted, agoMs }): Deed => {
      const people = [author, quoted.author];
      return {
        people,
        async act(town) {
          const quotedPostId = await findPostId(town, quoted);
          await createPost(contextAt(town, author, agoMs), { text, quotedPostId });
        },
      };
    }),
    ...answers.map((planned): Deed => {
      return { people: [planned.author, planned.post.author], act: (town) => answer(town, planned) };
    }),
    ...votes.map((planned): Deed => {
      return { people: [planned.author, planned.post.author], act: (town) => vote(town, planned) };
    }),
    ...follows.map(({ follower, followee, agoMs }): Deed => {
      const people = [follower, followee];
      return {
        people,
        act: (town) => followUser(contextAt(town, follower, agoMs), { userId: town.idOf(followee) }),
      };
    }),
    ...REQUESTS.map((pair): Deed => ({ people: pair, act: (town) => request(town, pair) })),
    ...DEMO_CONVERSATIONS.map((conversation): Deed => {
      return { people: conversation.people, act: (town) => hold(town, conversation) };
    }),
    savedPostsOf(first, posts),
    ...dealsOf(first),
    { people: [first], act: (town) => saveDraft(contextAt(town, first, HOUR_MS), { text: DRAFT }, null) },
    { people: [LIKED_POST.author, ...LIKED_POST.reactors], act: publishLikedPost },
    { people: CONCERNED, act: moderate },
  ];
}

/** Gifts, sales and purchases, each person's in the order of their balance. */
function dealsOf(first: string): Deed[] {
  return [
    ...GRANTS.map(({ amountCoins, daysAgo }): Deed => {
      const act = (town: Town) => giveCoins(contextAt(town, first, daysAgo * DAY_MS), town.tx, amountCoins);
      return { people: [first], act };
    }),
    {
      people: [first],
      act: (town) => offerPackages(contextAt(town, first, JOINED_DAYS_AGO_MIN * DAY_MS), town.tx),
    },
    {
      people: [SECOND_TIPPER],
      act: (town) => giveCoins(contextAt(town, SECOND_TIPPER, 3 * DAY_MS), town.tx, SECOND_GRANT_COINS),
    },
    ...DEMO_TIERS.map((tier, index): Deed => {
      // The ids, and so the order in which they were made, come from the times.
      const agoMs = 20 * DAY_MS - index * MINUTE_MS;
      return { people: [tier.creator], act: (town) => offerTier(contextAt(town, tier.creator, agoMs), tier) };
    }),
    ...MEMBER_POSTS.map((post): Deed => {
      const { author, agoMs } = post;
      return { people: [author], act: (town) => postForMembers(contextAt(town, author, agoMs), post) };
    }),
    ...DEMO_MEMBERS.map((demo): Deed => {
      return { people: [demo.username, demo.creator], act: (town) => join(town, demo) };
    }),
    ...DEMO_TIPS.map((tip): Deed => {
      const act = async (town: Town) =>
        tipPost(contextAt(town, tip.sender, tip.agoMs), await findPostId(town, tip.post), tip);
      return { people: [tip.sender, tip.post.author], act };
    }),
    ...PURCHASES.map((purchase, index): Deed => {
      const buyer = RESIDENTS[index]?.username ?? '';
      const act = async ({ tx, idOf }: Town) => enqueuePurchase(tx, { ...purchase, userId: idOf(buyer) });
      return { people: [first, buyer], act };
    }),
  ];
}

const CORRECTED_AFTER_MS = 3 * MINUTE_MS;

async function publish(town: Town, planned: PlannedPost): Promise<void> {
  const { author, text, firstText, isPinned, poll, location, agoMs } = planned;
  const postId = await createPost(contextAt(town, author, agoMs), { text: firstText, poll, location });
  const afterwards = contextAt(town, author, agoMs - CORRECTED_AFTER_MS);
  if (text !== firstText) await updatePost(afterwards, { postId, text });
  if (isPinned) await pinPost(afterwards, { postId });
}

async function answer(
  town: Town,
  { author, post, reaction, comment, isReposted, agoMs }: PlannedAnswer,
): Promise<void> {
  const ctx = contextAt(town, author, agoMs);
  const postId = await findPostId(town, post);
  await react(ctx, POSTS, { subjectId: postId, type: reaction });
  if (comment !== null) await addComment(ctx, { postId, text: comment });
  if (isReposted) await repost(ctx, { postId });
}

async function vote(town: Town, { author, post, choice, agoMs }: PlannedVote): Promise<void> {
  const ctx = contextAt(town, author, agoMs);
  const poll = await load(ctx, pollByPost, await findPostId(town, post));
  const option = poll?.options[choice];
  // The poll is over for people who arrive later.
  if (!poll || !option || poll.closedAt !== null) return;
  await votePoll(ctx, { pollId: poll.id, optionIds: [option.id] });
}

const REQUESTED_MS = 2 * DAY_MS;

/** Requests stay open when the account is public again. */
async function request(town: Town, [requester, target]: (typeof REQUESTS)[number]): Promise<void> {
  const owner = contextAt(town, target, REQUESTED_MS);
  await updatePrivacySettings(owner, { isPrivate: true });
  await followUser(contextAt(town, requester, REQUESTED_MS), { userId: town.idOf(target) });
  await updatePrivacySettings(owner, { isPrivate: false });
}

/** All but the last one are in the collection. */
function savedPostsOf(username: string, posts: readonly PlannedPost[]): Deed {
  const saved = SAVED.texts.flatMap((text) => posts.find((post) => post.text.startsWith(text)) ?? []);
  return {
    people: [username, ...saved.map(({ author }) => author)],
    async act(town) {
      const name = SAVED.collection;
      const collectionId = await createSavedCollection(contextAt(town, username, HOUR_MS), { name }, null);
      for (const [index, post] of saved.entries()) {
        const collectionIds = index === saved.length - 1 ? [] : [collectionId];
        const postId = await findPostId(town, post);
        await savePost(contextAt(town, username, HOUR_MS - (index + 1) * MINUTE_MS), {
          postId,
          collectionIds,
        });
      }
    },
  };
}

async function chooseIn(ctx: UserContext, messageId: string, choice: number): Promise<void> {
  const poll = await load(ctx, pollByMessage, messageId);
  const option = poll?.options[choice];
  if (poll && option) await votePoll(ctx, { pollId: poll.id, optionIds: [option.id] });
}

const LINE_GAP_MS = 4 * MINUTE_MS;

async function hold(town: Town, conversation: DemoConversation): Promise<void> {
  const {
    people,
    title,
    endedHoursAgo,
    lines,
    unread = 0,
    isRequest = false,
    kept,
    voiceNote,
    call,
    paidPictures = [],
  } = conversation;
  const [starter = '', ...others] = people;
  const callAt = (line: number): number => (call && line < call.beforeLine ? callMs(call) : 0);
  const agoMs = (line: number): number =>
    endedHoursAgo * HOUR_MS + (lines.length - line) * LINE_GAP_MS + callAt(line);
  const conversationId = await startConversation(contextAt(town, starter, agoMs(-1)), {
    userIds: others.map(town.idOf),
    kind: others.length === 1 ? 'DIRECT' : 'GROUP',
    title,
  });
  for (const other of isRequest ? [] : others)
    await acceptConversation(contextAt(town, other, agoMs(-1)), { conversationId });
  const sent: string[] = [];
  for (const [line, [speaker, text, { replyTo, location, poll } = {}]] of lines.entries()) {
    if (call && line === call.beforeLine) {
      const startedMs = agoMs(line) + LINE_GAP_MS / 2 + callMs(call);
      await holdCall(town, { conversationId, call, agoMs: startedMs });
    }
    const messageId = await sendMessage(contextAt(town, people[speaker] ?? starter, agoMs(line)), {
      conversationId,
      text,
      location,
      poll: poll && { options: poll.options, isAnonymous: false },
      replyToId: replyTo === undefined ? null : sent[replyTo],
    });
    sent.push(messageId);
    for (const [index, choice] of (poll?.choices ?? []).entries()) {
      await chooseIn(contextAt(town, people[index] ?? starter, agoMs(line + 1)), messageId, choice);
    }
  }
  const upToMessageId = sent.at(-1 - unread);
  if (upToMessageId !== undefined) {
    for (const reader of people) {
      const ctx = contextAt(town, reader, endedHoursAgo * HOUR_MS);
      await markConversationRead(ctx, { conversationId, upToMessageId });
    }
  }
  const first = contextAt(town, RESIDENTS[0]?.username ?? '', endedHoursAgo * HOUR_MS);
  if (kept === 'PINNED') await pinConversation(first, { conversationId });
  if (kept === 'ARCHIVED') await archiveConversation(first, { conversationId });
  if (voiceNote) {
    const userId = town.idOf(people[voiceNote.speaker] ?? starter);
    enqueueVoiceNote(town.tx, { userId, conversationId, file: voiceNote.file, sentAt: first.clock.now() });
  }
  for (const { seller, ...paid } of paidPictures) {
    const [userId, buyerId] = [seller, 1 - seller].map((index) => town.idOf(people[index] ?? starter));
    if (!userId || !buyerId) continue;
    enqueuePaidPicture(town.tx, { ...paid, userId, buyerId, conversationId, sentAt: first.clock.now() });
  }
}
