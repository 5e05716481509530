import {
  type Limits,
  type AllLimitDefinitions,
  limitsSchemaOf,
  platformLimits,
} from '#platform/kernel/limits.ts';
import { personalDataJobs } from '#domains/identity/accounts/personal-data.jobs.ts';
import type { EventFollower } from '#platform/outbox/followers/event-followers.ts';
import type { JobHandler } from '#platform/outbox/worker/worker.ts';
import type { Services } from '#platform/outbox/services.ts';
import { maintenanceJobs } from '#platform/request/maintenance.ts';
import { definedModules } from '#platform/request/module.ts';

// Every domain, after those that it imports: the boundary check reads the order from here.
import '#domains/foundation/mails/mails.module.ts';
import '#domains/foundation/screening/screening.module.ts';
import '#domains/foundation/media/media.module.ts';
import '#domains/foundation/admin-exports/admin-exports.module.ts';
import '#domains/foundation/polls/polls.module.ts';
import '#domains/identity/users/users.module.ts';
import '#domains/identity/user-search/user-search.module.ts';
import '#domains/identity/sign-ins/sign-ins.module.ts';
import '#domains/identity/sessions/sessions.module.ts';
import '#domains/identity/credentials/credentials.module.ts';
import '#domains/identity/accounts/accounts.module.ts';
import '#domains/identity/admin-factors/admin-factors.module.ts';
import '#domains/identity/admins/admins.module.ts';
import '#domains/identity/user-accounts/user-accounts.module.ts';
import '#domains/identity/admin-accounts/admin-accounts.module.ts';
import '#domains/identity/restrictions/restrictions.module.ts';
import '#domains/graph/follows/follows.module.ts';
import '#domains/graph/entitlements/entitlements.module.ts';
import '#domains/graph/privacy/privacy.module.ts';
import '#domains/graph/follow-lists/follow-lists.module.ts';
import '#domains/graph/blocks/blocks.module.ts';
import '#domains/graph/mutes/mutes.module.ts';
import '#domains/graph/entities/entities.module.ts';
import '#domains/content/posts/posts.module.ts';
import '#domains/content/drafts/drafts.module.ts';
import '#domains/content/quotes/quotes.module.ts';
import '#domains/content/post-editing/post-editing.module.ts';
import '#domains/content/post-pins/post-pins.module.ts';
import '#domains/content/reposts/reposts.module.ts';
import '#domains/content/comments/comments.module.ts';
import '#domains/content/user-posts/user-posts.module.ts';
import '#domains/content/review/review.module.ts';
import '#domains/content/holding/holding.module.ts';
import '#domains/content/reactions/reactions.module.ts';
import '#domains/content/views/views.module.ts';
import '#domains/content/saved/saved.module.ts';
import '#domains/content/hashtags/hashtags.module.ts';
import '#domains/content/feed/feed.module.ts';
import '#domains/content/search/search.module.ts';
import '#domains/content/explore/explore.module.ts';
import '#domains/messaging/conversations/conversations.module.ts';
import '#domains/messaging/message-locks/message-locks.module.ts';
import '#domains/messaging/messages/messages.module.ts';
import '#domains/messaging/live-locations/live-locations.module.ts';
import '#domains/messaging/sending/sending.module.ts';
import '#domains/messaging/message-changes/message-changes.module.ts';
import '#domains/messaging/expiry/expiry.module.ts';
import '#domains/messaging/scheduled/scheduled.module.ts';
import '#domains/messaging/invites/invites.module.ts';
import '#domains/messaging/groups/groups.module.ts';
import '#domains/messaging/inbox/inbox.module.ts';
import '#domains/messaging/receipts/receipts.module.ts';
import '#domains/messaging/message-reactions/message-reactions.module.ts';
import '#domains/messaging/message-polls/message-polls.module.ts';
import '#domains/messaging/pins/pins.module.ts';
import '#domains/messaging/view-once/view-once.module.ts';
import '#domains/messaging/message-search/message-search.module.ts';
import '#domains/messaging/calls/calls.module.ts';
import '#domains/messaging/speaker-requests/speaker-requests.module.ts';
import '#domains/money/ledger/ledger.module.ts';
import '#domains/money/spending-limits/spending-limits.module.ts';
import '#domains/money/verification/verification.module.ts';
import '#domains/money/adjustments/adjustments.module.ts';
import '#domains/money/coin-packages/coin-packages.module.ts';
import '#domains/money/card-pauses/card-pauses.module.ts';
import '#domains/money/cash/cash.module.ts';
import '#domains/money/payments/payments.module.ts';
import '#domains/money/admin-payments/admin-payments.module.ts';
import '#domains/money/payment-differences/payment-differences.module.ts';
import '#domains/money/payments-sandbox/payments-sandbox.module.ts';
import '#domains/money/provider-facts/provider-facts.module.ts';
import '#domains/money/coin-purchases/coin-purchases.module.ts';
import '#domains/money/earnings/earnings.module.ts';
import '#domains/money/sales/sales.module.ts';
import '#domains/money/finance-desk/finance-desk.module.ts';
import '#domains/money/months/months.module.ts';
import '#domains/money/book-exports/book-exports.module.ts';
import '#domains/creator/tips/tips.module.ts';
import '#domains/creator/tiers/tiers.module.ts';
import '#domains/creator/creator-stats/creator-stats.module.ts';
import '#domains/creator/billing/billing.module.ts';
import '#domains/creator/subscriptions/subscriptions.module.ts';
import '#domains/creator/renewals/renewals.module.ts';
import '#domains/creator/paid-messages/paid-messages.module.ts';
import '#domains/trust/user-verification/user-verification.module.ts';
import '#domains/trust/admin-content/admin-content.module.ts';
import '#domains/trust/cases/cases.module.ts';
import '#domains/trust/reports/reports.module.ts';
import '#domains/trust/notices/notices.module.ts';
import '#domains/trust/decisions/decisions.module.ts';
import '#domains/trust/appeals/appeals.module.ts';
import '#domains/trust/transparency/transparency.module.ts';
import '#domains/trust/statement-exports/statement-exports.module.ts';
import '#domains/insight/push/push.module.ts';
import '#domains/insight/notification-settings/notification-settings.module.ts';
import '#domains/insight/notifications/notifications.module.ts';
import '#domains/insight/notification-pushes/notification-pushes.module.ts';
import '#domains/insight/announcements/announcements.module.ts';
import '#domains/insight/digests/digests.module.ts';
import '#domains/insight/dashboard/dashboard.module.ts';

/** Every domain of the product. */
export const modules = definedModules();

const moduleLimits = Object.fromEntries(modules.flatMap(({ limits = {} }) => Object.entries(limits)));
// Modules declare the names of `Limits` beside the definitions that they hand over here.
export const limitDefinitions = { ...platformLimits, ...moduleLimits } as AllLimitDefinitions;

/** Description of each kind of restriction. */
export const restrictionKinds: Readonly<Record<string, string>> = Object.fromEntries(
  modules.flatMap(({ restrictions = {} }) => Object.entries(restrictions)),
);

/** Description of each permission of admins. */
export const permissions: Readonly<Record<string, string>> = Object.fromEntries(
  modules.flatMap((module) => Object.entries(module.permissions ?? {})),
);

/** Parses limits from environment variables. */
export const limitsSchema = limitsSchemaOf(limitDefinitions);

export const defaultLimits: Limits = limitsSchema.parse({});

/** The jobs of all domains, with erasure and export of their personal data. */
export const jobHandlers: readonly JobHandler[] = [
  ...maintenanceJobs,
  ...modules.flatMap((module) => module.jobs ?? []),
  ...personalDataJobs(modules.flatMap((module) => module.personalData ?? [])),
];

/** The followers of the event log, of all domains. */
export const eventFollowers: readonly EventFollower[] = modules.flatMap((module) => module.followers ?? []);

/** Writes what the domains have collected in a process that serves no more. */
export async function beforeStop(services: Services): Promise<void> {
  for (const module of modules) await module.beforeStop?.(services);
}
