import { entriesOf } from '#platform/kernel/records.ts';

/**
 * LOG: counted by the follower of the event log. BOOKS: read from rows that stay, by the hour. CLOSE: found when a day closes, and so what
 * was at its end.
 */
export type MeasureSource = 'LOG' | 'BOOKS' | 'CLOSE';

type MeasureRule = {
  readonly source: MeasureSource;
  /** Description in the schema. */
  readonly text: string;
  /** Needs the permission PAYMENTS_READ. */
  readonly isMoney?: true;
  /** Stored as many times the value that is shown. */
  readonly divisor?: number;
};

const [MINUTE, HOUR] = [60, 3_600];

/** The measures of the dashboard. What is taken back, deleted or erased later is counted still. */
export const MEASURES = {
  USERS_NEW: { source: 'LOG', text: 'Users who registered.' },
  USERS_DELETED: { source: 'LOG', text: 'Users whose accounts were erased.' },
  USERS_ACTIVE_DAY: {
    source: 'CLOSE',
    text: 'Users who were there on the day. Includes those whose accounts are erased since.',
  },
  USERS_ACTIVE_WEEK: {
    source: 'CLOSE',
    text: 'Users who were there in the week, from Monday to the end of the day.',
  },
  USERS_ACTIVE_MONTH: {
    source: 'CLOSE',
    text: 'Users who were there in the month, from the first to the end of the day.',
  },
  POSTS: { source: 'LOG', text: 'Posts that were published; held ones when they are released.' },
  COMMENTS: { source: 'LOG', text: 'Comments that were published; held ones when they are released.' },
  REACTIONS: { source: 'LOG', text: 'Reactions to posts and comments, also changes of their type.' },
  FOLLOWS: { source: 'LOG', text: 'Users who followed a user.' },
  VIEWS: { source: 'LOG', text: 'Views of posts, as posts count them.' },
  MESSAGES: { source: 'LOG', text: 'Messages of users.' },
  CONVERSATIONS: { source: 'LOG', text: 'Conversations that were started, groups among them.' },
  GROUPS: { source: 'LOG', text: 'Groups that were started.' },
  CALLS: { source: 'LOG', text: 'Calls that ended, answered or not.' },
  CALL_MINUTES: {
    source: 'LOG',
    divisor: MINUTE,
    text: 'Minutes of the calls that ended, since they were answered.',
  },
  REPORTS_OPENED: { source: 'BOOKS', text: 'Reports and notices that were made.' },
  REPORTS_CLOSED: { source: 'BOOKS', text: 'Reports and notices that were closed, also by who made them.' },
  REPORT_MEDIAN_HOURS: {
    source: 'CLOSE',
    divisor: HOUR,
    text: 'Median hours from a report to its decision, of those closed in the seven days to the end of the day.',
  },
  REPORT_OLDEST_HOURS: {
    source: 'CLOSE',
    divisor: HOUR,
    text: 'Hours for which the oldest open report had waited at the end of the day.',
  },
  DECISIONS: { source: 'BOOKS', text: 'Actions of moderation decisions, by action.' },
  DECISIONS_AUTOMATED: { source: 'BOOKS', text: 'Moderation decisions that a machine took.' },
  DECISIONS_OVERTURNED: { source: 'BOOKS', text: 'Moderation decisions that were reversed.' },
  COINS_SOLD: { source: 'BOOKS', isMoney: true, text: 'Coins that were bought.' },
  COINS_SPENT: {
    source: 'BOOKS',
    isMoney: true,
    text: 'Coins that were given for tips, subscriptions and messages.',
  },
  COINS_TIPPED: { source: 'BOOKS', isMoney: true, text: 'Coins that were given for tips.' },
  COINS_EXPIRED: { source: 'BOOKS', isMoney: true, text: 'Promotional coins that expired.' },
  REVENUE: {
    source: 'BOOKS',
    isMoney: true,
    text: 'Card payments that were booked, in minor units by currency.',
  },
  REFUNDS: {
    source: 'BOOKS',
    isMoney: true,
    text: 'Refunds that were booked, less those that came back, in minor units by currency.',
  },
  DISPUTES: {
    source: 'BOOKS',
    isMoney: true,
    text: 'Disputed payments that were booked, less those that came back, in minor units by currency.',
  },
  SUBSCRIPTIONS_STARTED: { source: 'LOG', text: 'Subscriptions that started.' },
  SUBSCRIPTIONS_RENEWED: { source: 'LOG', text: 'Further periods of subscriptions that were paid.' },
  SUBSCRIPTIONS_FAILING: {
    source: 'LOG',
    text: 'Subscriptions whose period could not be paid for the first time.',
  },
  SUBSCRIPTIONS_ENDED: { source: 'LOG', text: 'Subscriptions that ended.' },
  RECURRING_COINS: {
    source: 'CLOSE',
    isMoney: true,
    text: 'Coins a month of subscriptions in a paid period at the end of the day; a twelfth of yearly prices.',
  },
  PUSHES_SENT: { source: 'LOG', text: 'Devices to which a notification was sent.' },
  PUSHES_FAILED: { source: 'LOG', text: 'Devices to which a notification could not be sent.' },
} as const satisfies Readonly<Record<string, MeasureRule>>;

export type Measure = keyof typeof MEASURES;

export const ruleOf = (measure: Measure): MeasureRule => MEASURES[measure];

export const measuresFrom = (source: MeasureSource): Measure[] =>
  entriesOf(MEASURES).flatMap(([measure, rule]) => (rule.source === source ? [measure] : []));

/** Measures that are split: they have a series for each part, and none where there is nothing. */
export const SPLIT: ReadonlySet<Measure> = new Set(['DECISIONS', 'REVENUE', 'REFUNDS', 'DISPUTES']);
