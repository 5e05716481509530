import { builder } from '#platform/graphql/builder.ts';
import type { LimitDefinitions, Limits } from '#platform/kernel/limits.ts';
import { platformLimits } from '#platform/kernel/limits.ts';
import { entriesOf } from '#platform/kernel/records.ts';
import { modules } from '#domains/modules.ts';

/** Where clients look for the limits of the platform and of each domain; those of `admins` are in the admin schema alone. */
const AREAS = {
  requests: { type: 'RequestLimits', description: 'Limits of requests, operations and sockets.' },
  uploads: { type: 'UploadLimits', description: 'Limits of uploads and of media items.' },
  accounts: { type: 'AccountLimits', description: 'Limits of accounts, profiles and what people keep.' },
  posts: { type: 'PostLimits', description: 'Limits of posts, and of what readers do with them.' },
  comments: { type: 'CommentLimits', description: 'Limits of comments.' },
  messages: { type: 'MessageLimits', description: 'Limits of conversations and their messages.' },
  calls: { type: 'CallLimits', description: 'Limits of voice and video calls.' },
  money: {
    type: 'MoneyLimits',
    description: 'Limits of coins, cards, tips, tiers, subscriptions and earnings.',
  },
  trust: { type: 'TrustLimits', description: 'Limits of reports, notices and appeals.' },
  admins: { type: 'AdminLimits', description: 'Limits of what admins do, in force.' },
} as const;
type Area = keyof typeof AREAS;

const AREA_OF_DOMAIN: Readonly<Record<string, Area>> = {
  media: 'uploads',
  users: 'accounts',
  'sign-ins': 'accounts',
  accounts: 'accounts',
  mutes: 'accounts',
  entities: 'posts',
  hashtags: 'posts',
  views: 'posts',
  posts: 'posts',
  drafts: 'posts',
  'post-pins': 'posts',
  'post-editing': 'posts',
  feed: 'posts',
  saved: 'posts',
  comments: 'comments',
  'live-locations': 'messages',
  sending: 'messages',
  'message-reactions': 'messages',
  scheduled: 'messages',
  pins: 'messages',
  conversations: 'messages',
  receipts: 'messages',
  invites: 'messages',
  messages: 'messages',
  'message-locks': 'messages',
  inbox: 'messages',
  'message-changes': 'messages',
  calls: 'calls',
  'speaker-requests': 'calls',
  ledger: 'money',
  payments: 'money',
  'coin-purchases': 'money',
  earnings: 'money',
  'spending-limits': 'money',
  tips: 'money',
  tiers: 'money',
  billing: 'money',
  'paid-messages': 'money',
  screening: 'admins',
  'admin-factors': 'admins',
  admins: 'admins',
  'admin-accounts': 'admins',
  'user-verification': 'accounts',
  push: 'accounts',
  'notification-settings': 'accounts',
  notifications: 'accounts',
  reports: 'trust',
  notices: 'trust',
  appeals: 'trust',
  announcements: 'admins',
  adjustments: 'admins',
  dashboard: 'admins',
  'coin-packages': 'admins',
};

/** @throws Error for a domain whose limits have no area */
function areaOf(domain: string): Area {
  const area = AREA_OF_DOMAIN[domain];
  if (!area) throw new Error(`the limits of ${domain} have no area in api-limits.schema.ts`);
  return area;
}

const isOfUploads = (name: string): boolean => /upload/i.test(name);

function limitsIn(area: Area): LimitDefinitions {
  const ofPlatform = entriesOf(platformLimits).filter(
    ([name]) => area === (isOfUploads(name) ? 'uploads' : 'requests'),
  );
  const ofDomains = modules.flatMap(({ name, limits }) =>
    limits && areaOf(name) === area ? entriesOf(limits) : [],
  );
  return Object.fromEntries([...ofPlatform, ...ofDomains]);
}

const limitsType = (area: Area) =>
  builder.objectRef<Limits>(AREAS[area].type).implement({
    description: AREAS[area].description,
    fields: (t) =>
      Object.fromEntries(
        entriesOf(limitsIn(area)).map(([name, { description }]) => {
          // Definitions and limits in force have the same names.
          const resolve = (limits: Limits): number => limits[name as keyof Limits];
          return [
            name,
            /coins$/i.test(name) ? t.float({ description, resolve }) : t.int({ description, resolve }),
          ];
        }),
      ),
  });

const ApiLimitsRef = builder.objectRef<Limits>('ApiLimits').implement({
  description:
    'Limits in force. Admins of an installation can change them: do not hard-code them in a client.',
  fields: (t) =>
    Object.fromEntries(
      entriesOf(AREAS)
        .filter(([area]) => area !== 'admins')
        .map(([area, { description }]) => [
          area,
          t.field({ type: limitsType(area), description, resolve: (limits) => limits }),
        ]),
    ),
});

builder.queryField('apiLimits', (t) =>
  t.field({
    type: ApiLimitsRef,
    description: 'Every limit that a client can meet.',
    access: 'anyone',
    resolve: (_root, _args, ctx) => ctx.limits,
  }),
);

builder.queryField('adminGetLimits', (t) =>
  t.field({
    type: limitsType('admins'),
    nullable: true,
    description: 'Every limit that an admin can meet.',
    access: 'admin',
    resolve: (_root, _args, ctx) => ctx.limits,
  }),
);
