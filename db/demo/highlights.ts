import type { PollInput } from '#domains/foundation/polls/polls.policy.ts';
import type { PostLocation } from '#domains/content/posts/posts.types.ts';
import type { Scene } from './texts.ts';

/** Sides of a painted picture. */
export type Shape = 'wide' | 'tall' | 'square' | 'banner';
export type Picture = {
  readonly scene: Scene;
  /** Which of the motifs of the scene; they begin again at the end. */
  readonly motif: number;
  readonly shape: Shape;
  readonly seed: number;
};
/** A painted picture, or a recording of `db/demo/files`, which were generated for this product. */
export type DemoMedia = Picture | { readonly file: keyof typeof RECORDINGS };

/** A post that shows something the product can do besides texts and single pictures. */
export type Highlight = {
  readonly author: string;
  readonly text: string;
  readonly hoursAgo: number;
  readonly location?: PostLocation;
  readonly poll?: DemoPoll;
};
export type DemoPoll = Omit<PollInput, 'closesAt'> & {
  /** The options that voters choose in turn. */
  readonly choices: readonly number[];
};
export type MediaHighlight = Highlight & {
  readonly media: readonly DemoMedia[];
  /** Members see it from this level of the author's tiers on. */
  readonly tierLevel?: number;
};

/** Polls, mentions and places; and two hashtags that enough people use on one day to become trends. */
export const HIGHLIGHTS: readonly Highlight[] = [
  {
    author: 'elias.holm',
    text: 'The pumpkin needs a name before it needs a passport. Votes, please.',
    hoursAgo: 1.6,
    poll: {
      options: ['Gourdon', 'Patience', 'The neighbour’s problem'],
      choices: [0, 1, 2, 2, 0, 2, 1],
      isAnonymous: false,
      durationMinutes: 5 * 24 * 60,
    },
  },
  {
    author: 'zuri',
    text: 'South wall or north gully on Saturday? The poll closes tonight, the complaints box never.',
    hoursAgo: 52,
    poll: {
      options: ['South wall', 'North gully', 'Tea at the hut'],
      choices: [0, 0, 2, 1, 0],
      isAnonymous: false,
      durationMinutes: 24 * 60,
    },
  },
  {
    author: 'mateo.ruiz',
    text: '@nora and @hana, you are both on the list for Thursday. Front row, next to the radiator.',
    hoursAgo: 1.9,
  },
  {
    author: 'zuri',
    text: 'Dry rock, warm wind, and the sea exactly where we left it.',
    hoursAgo: 3.3,
    location: { name: 'Kalymnos', latitude: 36.9969, longitude: 26.9286 },
  },
  tagged('bram', 3.7, 'Forty-two buns are proofing for tomorrow. Forty-three. #LanternWalk'),
  tagged('aiko', 4.4, 'Seven lanterns from the tiles that did not make it. They make it now. #LanternWalk'),
  tagged('tomas.b', 5.2, 'Pushing the bike, all lights on. Follow the blinking. #LanternWalk'),
  tagged('freya', 6.9, 'The barometer has promised. It has never lied to me twice. #LanternWalk'),
  tagged('ines', 8.1, 'Path along the reeds, quietly, please: the starlings come in at dusk. #LanternWalk'),
  tagged(
    'samir_k',
    9.6,
    'Shared the map. If it shows a time zone error, you are already there. #LanternWalk',
  ),
  tagged('edith', 4.9, 'Tuesday at seven, at the library. The cat has confirmed. #PageForty'),
  tagged('nora', 7.2, 'I confess that I have read page 41. #PageForty'),
  tagged('maud', 8.8, 'Nobody leaves before page 40 has been read aloud once more. #PageForty'),
  tagged('hana', 10.4, 'Translated the page for fun. It is even better when it limps. #PageForty'),
  tagged('victor', 12.2, 'Short review of one page: long page, good page. #PageForty'),
];

function tagged(author: string, hoursAgo: number, text: string): Highlight {
  return { author, hoursAgo, text };
}

export const MEDIA_HIGHLIGHTS: readonly MediaHighlight[] = [
  {
    author: 'freya',
    text: 'Five seconds of nothing happening, very well.',
    hoursAgo: 0.8,
    location: { name: 'Berth 14, Skagen', latitude: 57.7186, longitude: 10.5885 },
    media: [{ file: 'sea.mp4' }],
  },
  {
    author: 'tomas.b',
    text: 'One pass, four weathers. Swipe uphill.',
    hoursAgo: 1.3,
    media: [
      { scene: 'dusk', motif: 1, shape: 'wide', seed: 11 },
      { scene: 'forest', motif: 0, shape: 'tall', seed: 12 },
      { scene: 'night', motif: 2, shape: 'square', seed: 13 },
      { scene: 'sea', motif: 0, shape: 'wide', seed: 14 },
    ],
  },
  {
    author: 'mateo.ruiz',
    text: 'The new line for Thursday. Eight seconds, and one wrong note that I will defend.',
    hoursAgo: 2.1,
    media: [{ file: 'bass.m4a' }],
  },
  {
    author: 'aiko',
    text: 'For those who read the studio notes: the kiln at 1 240 degrees, through the peephole.',
    hoursAgo: 26,
    media: [{ scene: 'dusk', motif: 2, shape: 'square', seed: 15 }],
    tierLevel: 1,
  },
];

/** Covers of people are wide. */
export const COVERS: Readonly<Record<string, Pick<Picture, 'scene' | 'motif'>>> = {
  nora: { scene: 'dusk', motif: 0 },
  freya: { scene: 'sea', motif: 1 },
  ines: { scene: 'forest', motif: 0 },
  sunniva: { scene: 'night', motif: 2 },
};

export const RECORDINGS = {
  'sea.mp4': {
    contentType: 'video/mp4',
    altText: 'The sun above a calm sea, with small waves that come closer.',
    waveform: null,
  },
  'bass.m4a': {
    contentType: 'audio/mp4',
    altText: 'A walking line on the double bass.',
    // For machines without ffmpeg, which measures it otherwise.
    waveform: [
      100, 88, 80, 72, 69, 58, 49, 82, 71, 52, 46, 77, 70, 57, 51, 92, 72, 60, 57, 73, 59, 54, 49, 77, 63, 57,
      69, 69, 61, 56, 86, 80, 62, 53, 81, 72, 64, 58, 68, 59, 52, 45, 76, 63, 52, 45, 93, 71, 61, 80, 78, 73,
      67, 76, 71, 53, 49, 47, 44, 42, 25, 0, 0, 0,
    ],
  },
} as const;

/** Posts by others that the first person keeps, in a collection of this name. */
export const SAVED = {
  collection: 'To read aloud',
  texts: [
    'Every translator has a sentence they still wake up about. Mine has a goose in it.',
    'Somebody returned a novel from 1994 with a pressed fern and a note that says “worth the fine”.',
    'Calm. Absolutely calm. You could hear the harbour clock across the bay.',
  ],
} as const;

export const DRAFT = 'Things customers have left in books: a tram ticket, a recipe for plums, and';

/**
 * Requests to follow that nobody has answered, since the account was private for a day. The last account stays private once
 * the world is complete.
 */
export const REQUESTS: readonly (readonly [requester: string, target: string])[] = [
  ['carmen.v', 'nora'],
  ['amara', 'nora'],
  ['leo_m', 'nora'],
  ['nora', 'kenji'],
];
export const PRIVATE_ACCOUNT = 'kenji';
