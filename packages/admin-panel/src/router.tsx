import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { sessionState } from './api/session.ts';
import { ENTRIES, Frame, Page } from './parts/frame.tsx';
import { Failure } from './parts/text.tsx';
import { userFiltersOf } from './pages/users/user-filters.ts';

const NotFound = () => (
  <Page title="There is nothing here">
    <p className="quiet">The page does not exist.</p>
  </Page>
);

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => (
    <Failure error={error instanceof Error ? error : new Error(String(error))} />
  ),
});

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    // Admins without the dashboard begin with the first page that they have.
    beforeLoad: () => {
      const session = sessionState();
      if (session.kind !== 'signedIn') return;
      const { permissions } = session.me;
      const first = ENTRIES.find(({ permission }) => permissions.includes(permission));
      if (first?.to !== '/') redirect({ to: first?.to ?? '/account', throw: true });
    },
    component: lazyRouteComponent(() => import('./pages/dashboard.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/users',
    validateSearch: userFiltersOf,
    component: lazyRouteComponent(() => import('./pages/users/users.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/users/$userId',
    component: lazyRouteComponent(() => import('./pages/users/user.tsx'), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/account',
    component: lazyRouteComponent(() => import('./pages/admins/account.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cases',
    component: lazyRouteComponent(() => import('./pages/moderation/cases.tsx'), 'CasesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cases/$caseId',
    component: lazyRouteComponent(() => import('./pages/moderation/case.tsx'), 'CasePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/payments',
    component: lazyRouteComponent(() => import('./pages/money/payments.tsx'), 'PaymentsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/payments/$purchaseId',
    component: lazyRouteComponent(() => import('./pages/money/payment.tsx'), 'PaymentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/appeals',
    component: lazyRouteComponent(() => import('./pages/moderation/appeals.tsx'), 'AppealsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/content',
    component: lazyRouteComponent(() => import('./pages/moderation/content.tsx'), 'ContentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/hashtags',
    component: lazyRouteComponent(() => import('./pages/moderation/hashtags.tsx'), 'HashtagsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/payouts',
    component: lazyRouteComponent(() => import('./pages/money/payouts.tsx'), 'PayoutsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/payouts/$userId',
    component: lazyRouteComponent(() => import('./pages/money/payout.tsx'), 'PayoutPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/coin-packages',
    component: lazyRouteComponent(() => import('./pages/money/coin-packages.tsx'), 'CoinPackagesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/announcements',
    component: lazyRouteComponent(() => import('./pages/announcements.tsx'), 'AnnouncementsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    component: lazyRouteComponent(() => import('./pages/admins/audit.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/admins',
    component: lazyRouteComponent(() => import('./pages/admins/admins.tsx'), 'AdminsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/card-payments/$paymentId',
    component: lazyRouteComponent(() => import('./pages/money/card-payment.tsx'), 'CardPaymentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/disputes',
    component: lazyRouteComponent(() => import('./pages/money/disputes.tsx'), 'DisputesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/subscriptions',
    component: lazyRouteComponent(() => import('./pages/money/subscriptions.tsx'), 'SubscriptionsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/subscriptions/$subscriptionId',
    component: lazyRouteComponent(() => import('./pages/money/subscription.tsx'), 'SubscriptionPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/coin-adjustments',
    component: lazyRouteComponent(() => import('./pages/money/adjustments.tsx'), 'AdjustmentsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/coin-adjustments/$adjustmentId',
    component: lazyRouteComponent(() => import('./pages/money/adjustment.tsx'), 'AdjustmentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/verifications',
    component: lazyRouteComponent(() => import('./pages/moderation/verifications.tsx'), 'VerificationsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/verifications/$requestId',
    component: lazyRouteComponent(() => import('./pages/moderation/verification.tsx'), 'VerificationPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/block-lists',
    component: lazyRouteComponent(() => import('./pages/moderation/block-lists.tsx'), 'BlockListsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/block-lists/$listId',
    component: lazyRouteComponent(() => import('./pages/moderation/block-list.tsx'), 'BlockListPage'),
  }),
] as const;

export const router = createRouter({ routeTree: root.addChildren(routes), defaultPreload: 'intent' });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
