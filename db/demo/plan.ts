import type { ReactionType } from '#domains/content/reactions/reactions.types.ts';
import { DAY_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { type DemoPerson, PEOPLE, type Topic } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { CAPTIONS, COMMENT_TEXTS, EVERYDAY_POSTS, QUOTE_TEXTS, type Scene, TOPIC_POSTS } from './texts.ts';

export type PlannedPost = {
  readonly author: string;
  readonly text: string;
  /** The text before an edit in the first minutes; the same as `text` without one. */
  readonly firstText: string;
  readonly isPinned: boolean;
  readonly agoMs: number;
};
export type PlannedQuote = {
  readonly author: string;
  readonly text: string;
  readonly quoted: PlannedPost;
  readonly agoMs: number;
};
/** An action of one account on a post of another, some time after it. */
export type PlannedAnswer = {
  readonly author: string;
  readonly post: PlannedPost;
  readonly reaction: ReactionType;
  /** Null from most people. */
  readonly comment: string | null;
  readonly isReposted: boolean;
  readonly agoMs: number;
};
export type PlannedFollow = { readonly follower: string; readonly followee: string; readonly agoMs: number };
export type PlannedPicture = {
  readonly author: string;
  readonly scene: Scene;
  readonly caption: string;
  readonly seed: number;
  readonly agoMs: number;
};

/** The actions of the demo world, by usernames; times count back from its creation. */
export type Plan = {
  readonly posts: readonly PlannedPost[];
  readonly quotes: readonly PlannedQuote[];
  readonly answers: readonly PlannedAnswer[];
  readonly follows: readonly PlannedFollow[];
  readonly pictures: readonly PlannedPicture[];
};

/** The same at every start, so that an interrupted world is completed by the same plan. */
const SEED = 20_261_120;

export function makePlan(): Plan {
  const random = createRandom(SEED);
  const posts = planPosts(random);
  const follows = planFollows(random);
  const pictures = planPictures(random);
  const quotes = planQuotes(random, posts);
  return { posts, quotes, answers: planAnswers(random, posts), follows, pictures };
}

const POSTED_WITHIN_MS = 40 * DAY_MS;
const POST_AGE_MIN_MS = 5 * MINUTE_MS;
/** One in so many posts has a hashtag, and one was corrected. */
const HASHTAG_EVERY = 3;
const CORRECTED_EVERY = 4;

/** Oldest first, as it happened; there are more of them the younger they are. */
function planPosts(random: Random): PlannedPost[] {
  const onTopic = Object.entries(TOPIC_POSTS).flatMap(([topic, texts]) => {
    // The keys of that table are the topics.
    const fans = PEOPLE.filter((person) => person.topic === (topic as Topic));
    return texts.map((text, index) => {
      const tagged = index % HASHTAG_EVERY === 0 ? `${text} #${topic}` : text;
      return { text: tagged, firstText: tagged, isPinned: index < fans.length, author: nameAt(fans, index) };
    });
  });
  const everyday = EVERYDAY_POSTS.map((text, index) => ({
    text,
    firstText: index % CORRECTED_EVERY === 0 ? mistyped(text) : text,
    isPinned: false,
    author: nameAt(PEOPLE, index * 3),
  }));
  return [...onTopic, ...everyday]
    .map((post) => ({ ...post, agoMs: POST_AGE_MIN_MS + random.next() ** 2 * POSTED_WITHIN_MS }))
    .toSorted((a, b) => b.agoMs - a.agoMs);
}

const mistyped = (text: string): string => text.replace(/\bthe\b/, 'teh').replace(/\band\b/, 'adn');

/** Each text is used once, on a post of another account, some time after it. */
function planQuotes(random: Random, posts: readonly PlannedPost[]): PlannedQuote[] {
  return QUOTE_TEXTS.flatMap((text, index) => {
    const quoted = posts[random.below(posts.length)];
    const author = nameAt(PEOPLE, index * 2);
    if (!quoted || quoted.author === author) return [];
    return [{ author, text, quoted, agoMs: quoted.agoMs * random.next() }];
  });
}

const ANSWERS_OF_EACH = 8;
const COMMENTED_EVERY = 3;
const REPOSTED_EVERY = 5;
const REACTIONS: readonly ReactionType[] = [
  'LIKE',
  'LIKE',
  'LOVE',
  'HAHA',
  'LIKE',
  'WOW',
  'LOVE',
  'LIKE',
  'SAD',
];

/** Each person answers each post at most once, and the young ones more often. */
function planAnswers(random: Random, posts: readonly PlannedPost[]): PlannedAnswer[] {
  return PEOPLE.flatMap(({ username: author }, index) => {
    const others = posts.filter((post) => post.author !== author);
    return Array.from({ length: ANSWERS_OF_EACH }, (_, turn): PlannedAnswer[] => {
      // The oldest come first.
      const [post] = others.splice(Math.floor(Math.sqrt(random.next()) * others.length), 1);
      const number = index * ANSWERS_OF_EACH + turn;
      const reaction = REACTIONS[number % REACTIONS.length];
      if (!post || !reaction) return [];
      const comment =
        number % COMMENTED_EVERY === 0 ? (COMMENT_TEXTS[number % COMMENT_TEXTS.length] ?? null) : null;
      const isReposted = number % REPOSTED_EVERY === 0;
      return [{ author, post, reaction, comment, isReposted, agoMs: post.agoMs * random.next() }];
    }).flat();
  });
}

const FOLLOWS_MIN = 4;
const FOLLOWS_SPAN = 14;
const FOLLOWS_OF_FIRST = 22;
const FOLLOWED_WITHIN_MS = 45 * DAY_MS;

/** Every account follows others, and a few are followed by most. */
function planFollows(random: Random): PlannedFollow[] {
  return PEOPLE.flatMap(({ username: follower }, index) => {
    const span = Math.floor(random.next() ** 2 * FOLLOWS_SPAN);
    const others = PEOPLE.filter(({ username }) => username !== follower);
    return Array.from({ length: index === 0 ? FOLLOWS_OF_FIRST : FOLLOWS_MIN + span }, () => {
      // The front of the list is drawn much more often than its end.
      const followees = others.splice(Math.floor(random.next() ** 2.2 * others.length), 1);
      return { follower, followee: nameAt(followees, 0), agoMs: random.next() * FOLLOWED_WITHIN_MS };
    });
  });
}

const SCENES: readonly Scene[] = ['dusk', 'sea', 'night', 'forest', 'shapes'];
const PICTURED_WITHIN_MS = 20 * DAY_MS;

/** Every caption is used once: everybody has a picture, and the first few have two. */
function planPictures(random: Random): PlannedPicture[] {
  const captioned = Array.from({ length: CAPTIONS.dusk.length }, (_, index) =>
    SCENES.map((scene) => ({ scene, caption: CAPTIONS[scene][index] ?? '' })),
  ).flat();
  return captioned.map((picture, index) => ({
    ...picture,
    author: nameAt(PEOPLE, index),
    seed: random.below(2 ** 31),
    agoMs: POST_AGE_MIN_MS + random.next() ** 2 * PICTURED_WITHIN_MS,
  }));
}

/** Begins again at the end of the list, which is never empty. */
const nameAt = (people: readonly DemoPerson[], index: number): string =>
  people[index % people.length]?.username ?? '';
