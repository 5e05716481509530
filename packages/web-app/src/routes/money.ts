import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from './parents.ts';

const wallet = createRoute({
  getParentRoute: () => inside,
  path: '/wallet',
  component: lazyRouteComponent(() => import('../money/wallet.tsx'), 'Wallet'),
});

const cards = createRoute({
  getParentRoute: () => inside,
  path: '/wallet/cards',
  component: lazyRouteComponent(() => import('../money/cards/cards-screen.tsx'), 'CardsScreen'),
});

const limits = createRoute({
  getParentRoute: () => inside,
  path: '/wallet/limits',
  component: lazyRouteComponent(() => import('../money/records/limits-screen.tsx'), 'LimitsScreen'),
});

const payments = createRoute({
  getParentRoute: () => inside,
  path: '/wallet/payments',
  component: lazyRouteComponent(() => import('../money/records/payments-screen.tsx'), 'PaymentsScreen'),
});

const ownTips = createRoute({
  getParentRoute: () => inside,
  path: '/wallet/tips',
  component: lazyRouteComponent(() => import('../money/tips/own-tips.tsx'), 'OwnTips'),
});

const subscriptions = createRoute({
  getParentRoute: () => inside,
  path: '/subscriptions',
  component: lazyRouteComponent(() => import('../creator/members/subscriptions.tsx'), 'Subscriptions'),
});

const creator = createRoute({
  getParentRoute: () => inside,
  path: '/creator',
  component: lazyRouteComponent(() => import('../creator/tiers/creator.tsx'), 'Creator'),
});

const members = createRoute({
  getParentRoute: () => inside,
  path: '/creator/members',
  component: lazyRouteComponent(() => import('../creator/members/members.tsx'), 'Members'),
});

const earnings = createRoute({
  getParentRoute: () => inside,
  path: '/creator/earnings',
  component: lazyRouteComponent(() => import('../creator/members/earnings.tsx'), 'Earnings'),
});

const tips = createRoute({
  getParentRoute: () => inside,
  path: '/creator/tips',
  component: lazyRouteComponent(() => import('../creator/members/tips.tsx'), 'Tips'),
});

const tiers = createRoute({
  getParentRoute: () => inside,
  path: '/u/$username/tiers',
  component: lazyRouteComponent(() => import('../creator/offer/tiers-of.tsx'), 'TiersOf'),
});

/** Coins, cards and what creators sell. */
export const moneyRoutes = [
  wallet,
  cards,
  limits,
  payments,
  ownTips,
  subscriptions,
  creator,
  members,
  earnings,
  tips,
  tiers,
] as const;
