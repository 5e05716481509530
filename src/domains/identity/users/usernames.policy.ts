import { z } from 'zod';
import { DAY_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { type Limits, perLimits } from '#platform/kernel/limits.ts';
import type { UsernameConflict } from './usernames.types.ts';

const HELD_DAYS = 30;

/** Usernames given up later than this are reserved for their former owners, and lead to them. */
export const heldSince = (now: Date): Date => new Date(now.getTime() - HELD_DAYS * DAY_MS);

const COOL_DOWN_DAYS = 14;

/** The time from which the username can be changed; null if it can be now. */
export function nextChangeAt(lastChangedAt: Date | null, now: Date): Date | null {
  if (lastChangedAt === null) return null;
  const at = new Date(lastChangedAt.getTime() + COOL_DOWN_DAYS * DAY_MS);
  return at > now ? at : null;
}

/** @throws AppError RATE_LIMITED when the last change is too recent */
export function assertUsernameCooldown(lastChangedAt: Date | null, now: Date): void {
  const at = nextChangeAt(lastChangedAt, now);
  if (at === null) return;
  throw new AppError('RATE_LIMITED', `A username can be changed once in ${COOL_DOWN_DAYS} days.`, {
    details: { retryAfterSeconds: Math.ceil((at.getTime() - now.getTime()) / SECOND_MS) },
  });
}

export const normalUsername = (username: string): string => username.trim().toLowerCase();

/** The rules of usernames. Dots only inside and single, so that the end of a username is clear in a sentence or an address. */
export const usernameSchema = perLimits(({ usernameLengthMin, usernameLengthMax }) =>
  z
    .string()
    .transform(normalUsername)
    .pipe(
      z
        .string()
        .min(usernameLengthMin, stopAt(`Must have at least ${usernameLengthMin} characters.`))
        .max(usernameLengthMax, stopAt(`Must have at most ${usernameLengthMax} characters.`))
        .regex(/^[a-z0-9_.]*$/, stopAt('Must contain only letters a to z, digits, dots and underscores.'))
        .regex(/[a-z0-9]/, stopAt('Must contain a letter or a digit.'))
        .regex(/^(?!\.)(?!.*\.\.)(?!.*\.$)/, stopAt('Must have dots inside only, and never two in a row.')),
    ),
);

/** Reports only the first broken rule. */
const stopAt = (message: string) => ({ message, abort: true });

/** The rules of new usernames, before conflicts with other users. */
export const newUsernameSchema = perLimits((limits) =>
  usernameSchema(limits).refine((username) => !isReserved(username), {
    message: 'This username is reserved.',
    params: { constraint: 'reserved' },
  }),
);

/** The rule that a normalized name breaks; null when it breaks none. */
export function ruleProblemOf(username: string, limits: Limits): 'INVALID' | 'RESERVED' | null {
  if (!usernameSchema(limits).safeParse(username).success) return 'INVALID';
  return isReserved(username) ? 'RESERVED' : null;
}

const CONFLICTS: Readonly<Record<UsernameConflict, { message: string; constraint: string }>> = {
  TAKEN: { message: 'This username is taken.', constraint: 'unique' },
  CONFUSABLE: { message: "This username looks like another user's.", constraint: 'confusable' },
  HELD: {
    message: `This username was given up less than ${HELD_DAYS} days ago and is reserved.`,
    constraint: 'held',
  },
};

export function usernameConflictError(conflict: UsernameConflict): AppError {
  const { message, constraint } = CONFLICTS[conflict];
  return new AppError('CONFLICT', message, { path: ['username'], details: { constraint } });
}

/** The username skeleton: confusable letters become one. `username_skeleton` in the database must do the same. */
export const usernameSkeletonOf = (username: string): string =>
  username
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[._]/g, '');

/** Whether a username is kept for the service, looks like one that is, or looks official. */
export function isReserved(username: string): boolean {
  const skeleton = usernameSkeletonOf(username);
  if (RESERVED_SKELETONS.has(skeleton)) return true;
  if (username.split(/[._]+/).some((word) => OFFICIAL_SKELETONS.has(usernameSkeletonOf(word)))) return true;
  const rest = skeleton.startsWith(SERVICE_SKELETON)
    ? skeleton.slice(SERVICE_SKELETON.length)
    : skeleton.endsWith(SERVICE_SKELETON)
      ? skeleton.slice(0, -SERVICE_SKELETON.length)
      : '';
  return RESERVED_SKELETONS.has(rest);
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const SERVICE_SKELETON = usernameSkeletonOf('plaza');

/** Skeletons of words that make a username look official wherever they stand between separators. */
const OFFICIAL_SKELETONS: ReadonlySet<string> = new Set(
  words(`
    plaza official admin admins administrator administrators moderator moderators support staff verified helpdesk
    helpcenter`).map(usernameSkeletonOf),
);

/** Skeletons of names that no user can take. */
const RESERVED_SKELETONS: ReadonlySet<string> = new Set(
  [
    // Names that impersonate the service.
    ...words(`
      plaza admin admins administrator administration moderator moderators mod mods moderation staff team crew
      official support help helpdesk helpcenter service services customer_service feedback security safety trust
      abuse legal privacy copyright press jobs careers billing payment payments payout payouts refunds
      verified verification owner founder ceo bot`),
    // Mailbox names of the domain's administration (RFC 2142).
    ...words(`
      root sysadmin system webmaster postmaster hostmaster mailer_daemon noreply no_reply info contact marketing`),
    // Present and possible paths and hosts of the service.
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
    // Literals of programming languages.
    ...words(`
      null nil none undefined nan true false void anonymous guest nobody everyone everybody all here me myself you
      self default delete edit new create update remove`),
  ].map(usernameSkeletonOf),
);
