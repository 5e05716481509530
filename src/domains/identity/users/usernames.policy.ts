import { z } from 'zod';
import { DAY_MS, SECOND_MS } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import type { Limits } from '#platform/limits.ts';
import type { UsernameConflict } from './usernames.types.ts';

const HELD_DAYS = 30;

/** Names that were given up later than this are kept for their former owners, and lead to them. */
export const heldSince = (now: Date): Date => new Date(now.getTime() - HELD_DAYS * DAY_MS);

const COOL_DOWN_DAYS = 14;

/** @throws AppError RATE_LIMITED when the last change is not yet long enough ago */
export function assertCooledDown(lastChangedAt: Date | null, now: Date): void {
  const waitMs =
    lastChangedAt === null ? 0 : lastChangedAt.getTime() + COOL_DOWN_DAYS * DAY_MS - now.getTime();
  if (waitMs <= 0) return;
  throw new AppError('RATE_LIMITED', `A username can be changed once in ${COOL_DOWN_DAYS} days.`, {
    details: { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) },
  });
}

export const normalUsername = (username: string): string => username.trim().toLowerCase();

/** What can be a username. A dot stands inside and alone: so it is clear where a name ends in a sentence or an address. */
export const usernameOf = ({ usernameLengthMin, usernameLengthMax }: Limits) =>
  z
    .string()
    .transform(normalUsername)
    .pipe(
      z
        .string()
        .min(usernameLengthMin, because(`Must have at least ${usernameLengthMin} characters.`))
        .max(usernameLengthMax, because(`Must have at most ${usernameLengthMax} characters.`))
        .regex(/^[a-z0-9_.]*$/, because('Must hold only letters a to z, digits, dots and underscores.'))
        .regex(/[a-z0-9]/, because('Must hold a letter or a digit.'))
        .regex(/^(?!\.)(?!.*\.\.)(?!.*\.$)/, because('Must have dots inside only, and never two in a row.')),
    );

/** The first rule that is broken is enough to say. */
const because = (message: string) => ({ message, abort: true });

/** What somebody can take as their username, as far as nobody else is in the way. */
export const newUsernameOf = (limits: Limits) =>
  usernameOf(limits).refine((username) => !isReserved(username), {
    message: 'This username is reserved.',
    params: { constraint: 'reserved' },
  });

/** What the rules have against a name in its normal form; null when it keeps them. */
export function ruleProblemOf(username: string, limits: Limits): 'INVALID' | 'RESERVED' | null {
  if (!usernameOf(limits).safeParse(username).success) return 'INVALID';
  return isReserved(username) ? 'RESERVED' : null;
}

const CONFLICTS: Readonly<Record<UsernameConflict, { message: string; constraint: string }>> = {
  TAKEN: { message: 'This username is taken.', constraint: 'unique' },
  CONFUSABLE: { message: "This username looks like somebody else's.", constraint: 'confusable' },
  HELD: {
    message: `Somebody gave this username up less than ${HELD_DAYS} days ago: it is kept for them.`,
    constraint: 'held',
  },
};

export function usernameRefused(conflict: UsernameConflict): AppError {
  const { message, constraint } = CONFLICTS[conflict];
  return new AppError('CONFLICT', message, { path: ['username'], details: { constraint } });
}

/** What is left of a name when what looks alike is made the same; `username_skeleton` of the database makes the same of it. */
export const skeletonOf = (username: string): string =>
  username
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[._]+/g, '_')
    .replaceAll(/^_|_$/g, '');

export const isReserved = (username: string): boolean => RESERVED_SKELETONS.has(skeletonOf(username));

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Names that nobody gets, nor what looks like them. */
const RESERVED_SKELETONS: ReadonlySet<string> = new Set(
  [
    // Who has one of them seems to speak for the service.
    ...words(`
      plaza admin admins administrator administration moderator moderators mod mods moderation staff team crew
      official support help helpdesk helpcenter service services customer_service feedback security safety trust
      abuse legal privacy copyright press jobs careers billing payment payments payout payouts refunds
      verified verification owner founder ceo bot`),
    // Mail to them reaches whoever runs the domain.
    ...words(`
      root sysadmin system webmaster postmaster hostmaster mailer_daemon noreply no_reply info contact marketing`),
    // Paths and hosts of the service, those there are and those that there may be.
    ...words(`
      api graphql graphiql web www app apps mobile android ios cdn static assets media images img files upload uploads
      download downloads public private internal status health metrics docs documentation developer developers dev
      blog about terms tos policy policies rules cookies robots sitemap favicon localhost server database mail email
      smtp imap ftp ssh dns proxy test testing staging production login logout signin signout signup sign_in sign_out
      sign_up register registration join auth oauth sso password reset account accounts profile profiles user users
      username usernames settings preferences dashboard home index feed explore discover search trending hashtag
      hashtags tag tags post posts comment comments story stories live message messages inbox chat chats
      notification notifications followers following friends saved drafts invite report reports wallet coins shop
      store checkout subscribe subscription subscriptions premium call calls`),
    // What a program may take for something else than a name.
    ...words(`
      null nil none undefined nan true false void anonymous guest nobody everyone everybody all here me myself you
      self default delete edit new create update remove`),
  ].map(skeletonOf),
);
