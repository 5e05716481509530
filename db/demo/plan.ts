import type { ReactionType } from '#domains/content/reactions/reactions.types.ts';
import type { PostLocation } from '#domains/content/posts/posts.types.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { type DemoMedia, type DemoPoll, HIGHLIGHTS, MEDIA_HIGHLIGHTS, type Shape } from './highlights.ts';
import { type DemoPerson, PEOPLE, RESIDENTS, type Topic } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { CAPTIONS, COMMENT_TEXTS, EVERYDAY_POSTS, QUOTE_TEXTS, type Scene, TOPIC_POSTS } from './texts.ts';

export type PlannedPost = {
  readonly author: string;
  readonly text: string;
  /** The text before an edit in the first minutes; the same as `text` without one. */
  readonly firstText: string;
  readonly isPinned: boolean;
  readonly location: PostLocation | null;
  readonly poll: DemoPoll | null;
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
/** A vote in the poll of another account's post. */
export type PlannedVote = {
  readonly author: string;
  readonly post: PlannedPost;
  readonly choice: number;
  readonly agoMs: number;
};
export type PlannedMediaPost = {
  readonly author: string;
  readonly text: string;
  readonly media: readonly DemoMedia[];
  readonly location: PostLocation | null;
  /** Null for everybody. */
  readonly tierLevel: number | null;
  readonly agoMs: number;
  /** Whether it is on the first page of the first person's feed when the product is ready. */
  readonly isFirst: boolean;
};

/** The actions of the demo world, by usernames; times count back from its creation. */
export type Plan = {
  readonly posts: readonly PlannedPost[];
  readonly quotes: readonly PlannedQuote[];
  readonly answers: readonly PlannedAnswer[];
  readonly votes: readonly PlannedVote[];
  readonly follows: readonly PlannedFollow[];
  readonly mediaPosts: readonly PlannedMediaPost[];
};

function makePlan(): Plan {
  const random = createRandom(SEED);
  const posts = planPosts(random);
  const follows = planFollows(random);
  const mediaPosts = planMediaPosts(random);
  const quotes = planQuotes(random, posts);
  return { posts, quotes, answers: planAnswers(random, posts), votes: planVotes(posts), follows, mediaPosts };
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
  const ordinary = [...onTopic, ...everyday].map((post): PlannedPost => {
    const agoMs = POST_AGE_MIN_MS + random.next() ** 2 * POSTED_WITHIN_MS;
    return { ...post, location: null, poll: null, agoMs };
  });
  const highlights = HIGHLIGHTS.map(({ author, text, hoursAgo, location, poll }): PlannedPost => {
    const shown = { location: location ?? null, poll: poll ?? null };
    return { author, text, firstText: text, isPinned: false, ...shown, agoMs: hoursAgo * HOUR_MS };
  });
  return [...ordinary, ...highlights].toSorted((a, b) => b.agoMs - a.agoMs);
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

/** Two of three people vote, one after the other while the poll is open. */
function planVotes(posts: readonly PlannedPost[]): PlannedVote[] {
  return posts.flatMap((post) => {
    const { choices = [], durationMinutes } = post.poll ?? {};
    const openMs = Math.min(post.agoMs, (durationMinutes ?? 0) * MINUTE_MS);
    return PEOPLE.flatMap(({ username: author }, index): PlannedVote[] => {
      const choice = choices[index % choices.length];
      if (choice === undefined || author === post.author || index % 3 === 2) return [];
      return [{ author, post, choice, agoMs: post.agoMs - (openMs * (index + 1)) / (PEOPLE.length + 2) }];
    });
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

const SCENES: readonly Scene[] = ['dusk', 'table', 'sea', 'shapes', 'forest', 'night'];
const SHAPES: readonly Shape[] = ['wide', 'wide', 'tall', 'wide', 'square'];
const PICTURED_WITHIN_MS = 20 * DAY_MS;
/** Younger posts of those who are there from the first moment fill the first page of a feed. */
const FIRST_PAGE_MS = 10 * HOUR_MS;

/** Every caption is used once: everybody has a picture, and the first few have two. */
function planMediaPosts(random: Random): PlannedMediaPost[] {
  const captioned = Array.from({ length: CAPTIONS.dusk.length }, (_, index) =>
    SCENES.map((scene) => ({ scene, motif: index, text: CAPTIONS[scene][index] ?? '' })),
  ).flat();
  const pictures = captioned.map(({ scene, motif, text }, index) => {
    const picture = {
      scene,
      motif,
      shape: SHAPES[(index * 3) % SHAPES.length] ?? 'wide',
      seed: random.below(2 ** 31),
    };
    const agoMs = POST_AGE_MIN_MS + random.next() ** 2 * PICTURED_WITHIN_MS;
    return { text, media: [picture], location: null, tierLevel: null, author: nameAt(PEOPLE, index), agoMs };
  });
  const highlights = MEDIA_HIGHLIGHTS.map(
    ({ author, text, hoursAgo, location = null, tierLevel = null, media }) => {
      return { text, media, location, tierLevel, author, agoMs: hoursAgo * HOUR_MS };
    },
  );
  const residents = new Set(RESIDENTS.map(({ username }) => username));
  return [...highlights, ...pictures].map((post) => ({
    ...post,
    isFirst: residents.has(post.author) && post.agoMs < FIRST_PAGE_MS,
  }));
}

/** Begins again at the end of the list, which is never empty. */
const nameAt = (people: readonly DemoPerson[], index: number): string =>
  people[index % people.length]?.username ?? '';

/** The same at every start, so that an interrupted world is completed by the same plan. */
export const SEED = 20_261_120;

export const PLAN: Plan = makePlan();
