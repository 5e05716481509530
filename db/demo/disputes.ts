import type { BlockListAction, BlockListKind } from '#domains/foundation/screening/screening.types.ts';
import type { ReportReason, ReportSubReason } from '#domains/trust/reports/reasons.policy.ts';
import { PLAN, type PlannedPost } from './plan.ts';

/** A report, by usernames. */
export type DemoReport = {
  readonly reporter: string;
  readonly reason: ReportReason;
  readonly subReason: ReportSubReason | null;
  readonly text: string;
};

export type DemoComment = { readonly author: string; readonly post: PlannedPost; readonly text: string };

/** Admin of the demo world, who has a password that nobody knows. */
export const MODERATOR = { email: 'moderation@plaza.example', displayName: 'Demo moderation' } as const;

/** A case of a post that nobody has decided. */
export const OPEN_CASE: { readonly post: PlannedPost; readonly reports: readonly DemoReport[] } = {
  post: postThat('freya', 'The barometer has promised.'),
  reports: [
    {
      reporter: 'ines',
      reason: 'MISINFORMATION',
      subReason: null,
      text: 'It promised sun. I have a wet notebook.',
    },
    { reporter: 'tomas.b', reason: 'MISINFORMATION', subReason: null, text: '' },
    { reporter: 'zuri', reason: 'SPAM', subReason: 'REPETITION', text: 'The barometer again.' },
  ],
};

/** A case of a private message. */
export const ESCALATED_CASE = {
  sender: 'carmen.v',
  text: 'It is the grey one. The green one is not mine, but I like it.',
  report: {
    reporter: 'nora',
    reason: 'SCAM',
    subReason: 'FALSE_OFFER',
    text: 'A stranger asks for two scarves, and I have found one.',
  },
  reason: 'A private message: somebody else should look, too.',
} as const satisfies { report: DemoReport; [name: string]: unknown };

/** A case of a comment that was removed; its author appeals. */
export const DECIDED_CASE = {
  comment: {
    author: 'victor',
    post: postThat('nora', 'I confess that I have read page 41.'),
    text: 'My reviews, printed and signed, at the market on Sunday. Table nine.',
  },
  reports: [
    {
      reporter: 'edith',
      reason: 'SPAM',
      subReason: 'REPETITION',
      text: 'The same stands below every post about the page.',
    },
    { reporter: 'maud', reason: 'SPAM', subReason: null, text: '' },
    { reporter: 'nora', reason: 'SPAM', subReason: null, text: 'My confession is no place for a shop.' },
  ],
  policy: 'Spam and fraud',
  facts: 'The same offer stood below several posts of others.',
  explanation: 'Offers belong on your own profile.',
  strikePoints: 1,
  appeal: 'I wrote it once. What stood below the other posts was a review.',
} as const satisfies { comment: DemoComment; reports: readonly DemoReport[]; [name: string]: unknown };

/** A comment that its author is asked to rephrase, and insists on. */
export const HELD_COMMENT: DemoComment = {
  author: 'priya',
  post: postThat('samir_k', 'Shared the map.'),
  text: 'You are such an idiot, the stairs are on the other side',
};

export const BADGE = {
  username: 'edith',
  kind: 'BUSINESS',
  reason: 'The town has confirmed the library.',
} as const;

type DemoBlockList = {
  readonly name: string;
  readonly kind: BlockListKind;
  readonly action: BlockListAction;
  readonly addEntries: readonly string[];
};
export const BLOCK_LISTS: readonly DemoBlockList[] = [
  {
    name: 'Bought followers',
    kind: 'WORD',
    action: 'HOLD',
    addEntries: ['buy followers', 'cheap likes', 'follow for follow'],
  },
  {
    name: 'Fake shops',
    kind: 'LINK',
    action: 'REJECT',
    addEntries: ['lamp-outlet.example', 'prize-wheel.example'],
  },
];

/** By somebody who has no account. */
export const NOTICE = {
  post: postThat('hana', 'Translated the page for fun.'),
  reason: 'INTELLECTUAL_PROPERTY',
  subReason: 'COPYRIGHT',
  explanation: 'The page is from my novel. Nobody has asked me for a translation.',
  name: 'Delia Frost',
  email: 'delia.frost@novels.example',
} as const;

/** All of the people above. */
export const CONCERNED: readonly string[] = [
  ...new Set([
    OPEN_CASE.post.author,
    ...[...OPEN_CASE.reports, ESCALATED_CASE.report, ...DECIDED_CASE.reports].map(({ reporter }) => reporter),
    ESCALATED_CASE.sender,
    ...[DECIDED_CASE.comment, HELD_COMMENT].flatMap(({ author, post }) => [author, post.author]),
    BADGE.username,
    NOTICE.post.author,
  ]),
];

function postThat(author: string, begins: string): PlannedPost {
  const found = PLAN.posts.find((post) => post.author === author && post.text.startsWith(begins));
  if (!found) throw new Error(`${author} does not write "${begins}".`);
  return found;
}
