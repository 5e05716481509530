import type { SessionClient } from '@plaza/client';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { Crashed } from './frame/crashed.tsx';
import { Frame } from './frame/frame.tsx';
import { userIdOf } from './api/signed-in.ts';
import { searchOf } from './explore/search-tabs.ts';
import { Feed } from './feed/feed.tsx';
import { takeCursor } from './live/cursor.ts';
import { NotFound } from './parts/states.tsx';
import { tabOf } from './people/profile/tabs.ts';
import { loadLaterTexts } from './texts/languages.ts';

type Context = { readonly client: SessionClient };

const root = createRootRouteWithContext<Context>()({
  notFoundComponent: NotFound,
  errorComponent: Crashed,
});

/** Screens of people without a session. */
const outside = createRoute({
  getParentRoute: () => root,
  id: 'outside',
  beforeLoad: async ({ context }) => {
    if (await userIdOf(context.client)) redirect({ to: '/', throw: true });
  },
});

/** Screens of the signed-in user, in the frame with the navigation. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Frame,
  beforeLoad: async ({ context: { client }, location }) => {
    // Beside the files of the screen, which waits for them where it needs them.
    if (location.pathname !== '/') loadLaterTexts().catch(() => undefined);
    const userId = await userIdOf(client);
    if (userId === null) redirect({ to: '/sign-in', search: { to: location.href }, throw: true });
    else await takeCursor(client.apollo, userId);
  },
});

const signIn = createRoute({
  getParentRoute: () => outside,
  path: '/sign-in',
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } =>
    typeof to === 'string' && to.startsWith('/') ? { to } : {},
  component: lazyRouteComponent(() => import('./account/sign-in.tsx'), 'SignIn'),
});

const register = createRoute({
  getParentRoute: () => outside,
  path: '/register',
  component: lazyRouteComponent(() => import('./account/register.tsx'), 'Register'),
});

const resetPassword = createRoute({
  getParentRoute: () => outside,
  path: '/reset-password',
  validateSearch: ({ code }: Record<string, unknown>): { code?: string } =>
    typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {},
  component: lazyRouteComponent(() => import('./account/reset-password.tsx'), 'ResetPassword'),
});

const feed = createRoute({
  getParentRoute: () => inside,
  path: '/',
  // Comes with the first files: it is where nearly everybody begins.
  component: Feed,
});

const post = createRoute({
  getParentRoute: () => inside,
  path: '/posts/$id',
  validateSearch: ({ comment }: Record<string, unknown>): { comment?: string } =>
    typeof comment === 'string' ? { comment } : {},
  component: lazyRouteComponent(() => import('./posts/post-screen.tsx'), 'PostScreen'),
});

const quotes = createRoute({
  getParentRoute: () => inside,
  path: '/posts/$id/quotes',
  component: lazyRouteComponent(() => import('./posts/quotes.tsx'), 'Quotes'),
});

const compose = createRoute({
  getParentRoute: () => inside,
  path: '/compose',
  validateSearch: ({ quote }: Record<string, unknown>): { quote?: string } =>
    typeof quote === 'string' ? { quote } : {},
  component: lazyRouteComponent(() => import('./compose/compose-screen.tsx'), 'ComposeScreen'),
});

const profile = createRoute({
  getParentRoute: () => inside,
  path: '/u/$username',
  validateSearch: tabOf,
  component: lazyRouteComponent(() => import('./people/profile/profile.tsx'), 'Profile'),
});

const followers = createRoute({
  getParentRoute: () => inside,
  path: '/u/$username/followers',
  component: lazyRouteComponent(() => import('./people/lists/follow-lists.tsx'), 'Followers'),
});

const following = createRoute({
  getParentRoute: () => inside,
  path: '/u/$username/following',
  component: lazyRouteComponent(() => import('./people/lists/follow-lists.tsx'), 'Following'),
});

const mutual = createRoute({
  getParentRoute: () => inside,
  path: '/u/$username/mutual',
  component: lazyRouteComponent(() => import('./people/lists/follow-lists.tsx'), 'Mutual'),
});

const requests = createRoute({
  getParentRoute: () => inside,
  path: '/requests',
  component: lazyRouteComponent(() => import('./people/lists/requests.tsx'), 'Requests'),
});

const explore = createRoute({
  getParentRoute: () => inside,
  path: '/explore',
  component: lazyRouteComponent(() => import('./explore/explore.tsx'), 'Explore'),
});

const search = createRoute({
  getParentRoute: () => inside,
  path: '/search',
  validateSearch: searchOf,
  component: lazyRouteComponent(() => import('./explore/search.tsx'), 'SearchScreen'),
});

const saved = createRoute({
  getParentRoute: () => inside,
  path: '/saved',
  component: lazyRouteComponent(() => import('./saved/saved.tsx'), 'Saved'),
});

const collection = createRoute({
  getParentRoute: () => inside,
  path: '/saved/$id',
  component: lazyRouteComponent(() => import('./saved/collection.tsx'), 'Collection'),
});

const hashtag = createRoute({
  getParentRoute: () => inside,
  path: '/tags/$name',
  component: lazyRouteComponent(() => import('./explore/hashtag.tsx'), 'HashtagScreen'),
});

const notifications = createRoute({
  getParentRoute: () => inside,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./notifications/notifications.tsx'), 'Notifications'),
});

const notificationSettings = createRoute({
  getParentRoute: () => inside,
  path: '/settings/notifications',
  component: lazyRouteComponent(
    () => import('./notifications/settings/settings-screen.tsx'),
    'NotificationSettings',
  ),
});

const wallet = createRoute({
  getParentRoute: () => inside,
  path: '/wallet',
  component: lazyRouteComponent(() => import('./money/wallet.tsx'), 'Wallet'),
});

const cards = createRoute({
  getParentRoute: () => inside,
  path: '/wallet/cards',
  component: lazyRouteComponent(() => import('./money/cards/cards-screen.tsx'), 'CardsScreen'),
});

const limits = createRoute({
  getParentRoute: () => inside,
  path: '/wallet/limits',
  component: lazyRouteComponent(() => import('./money/records/limits-screen.tsx'), 'LimitsScreen'),
});

const payments = createRoute({
  getParentRoute: () => inside,
  path: '/wallet/payments',
  component: lazyRouteComponent(() => import('./money/records/payments-screen.tsx'), 'PaymentsScreen'),
});

const ownTips = createRoute({
  getParentRoute: () => inside,
  path: '/wallet/tips',
  component: lazyRouteComponent(() => import('./money/tips/own-tips.tsx'), 'OwnTips'),
});

const subscriptions = createRoute({
  getParentRoute: () => inside,
  path: '/subscriptions',
  component: lazyRouteComponent(() => import('./creator/members/subscriptions.tsx'), 'Subscriptions'),
});

const creator = createRoute({
  getParentRoute: () => inside,
  path: '/creator',
  component: lazyRouteComponent(() => import('./creator/tiers/creator.tsx'), 'Creator'),
});

const members = createRoute({
  getParentRoute: () => inside,
  path: '/creator/members',
  component: lazyRouteComponent(() => import('./creator/members/members.tsx'), 'Members'),
});

const tips = createRoute({
  getParentRoute: () => inside,
  path: '/creator/tips',
  component: lazyRouteComponent(() => import('./creator/members/tips.tsx'), 'Tips'),
});

const earnings = createRoute({
  getParentRoute: () => inside,
  path: '/creator/earnings',
  component: lazyRouteComponent(() => import('./creator/members/earnings.tsx'), 'Earnings'),
});

const tiers = createRoute({
  getParentRoute: () => inside,
  path: '/u/$username/tiers',
  component: lazyRouteComponent(() => import('./creator/offer/tiers-of.tsx'), 'TiersOf'),
});

const call = createRoute({
  getParentRoute: () => inside,
  path: '/calls/$id',
  component: lazyRouteComponent(() => import('./calls/call-screen.tsx'), 'CallScreen'),
});

const INBOXES = ['requests', 'archived'] as const;

const messages = createRoute({
  getParentRoute: () => inside,
  path: '/messages',
  validateSearch: ({ inbox }: Record<string, unknown>): { inbox?: (typeof INBOXES)[number] } => {
    const known = INBOXES.find((name) => name === inbox);
    return known ? { inbox: known } : {};
  },
  component: lazyRouteComponent(() => import('./messages/layout.tsx'), 'MessagesLayout'),
});

const noConversation = createRoute({
  getParentRoute: () => messages,
  path: '/',
  component: lazyRouteComponent(() => import('./messages/nothing-open.tsx'), 'NothingOpen'),
});

const conversation = createRoute({
  getParentRoute: () => messages,
  path: '$id',
  component: lazyRouteComponent(
    () => import('./messages/conversation/conversation.tsx'),
    'ConversationScreen',
  ),
});

const conversationDetails = createRoute({
  getParentRoute: () => messages,
  path: '$id/details',
  component: lazyRouteComponent(() => import('./messages/group/details.tsx'), 'ConversationDetails'),
});

const joinGroup = createRoute({
  getParentRoute: () => inside,
  path: '/join/$code',
  component: lazyRouteComponent(() => import('./messages/group/join.tsx'), 'JoinGroup'),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings.tsx'), 'Settings'),
});

const account = createRoute({
  getParentRoute: () => inside,
  path: '/settings/account',
  component: lazyRouteComponent(() => import('./settings/account/account.tsx'), 'AccountSettings'),
});

const data = createRoute({
  getParentRoute: () => inside,
  path: '/settings/data',
  component: lazyRouteComponent(() => import('./settings/account/data.tsx'), 'AccountData'),
});

const sessions = createRoute({
  getParentRoute: () => inside,
  path: '/settings/sessions',
  component: lazyRouteComponent(() => import('./settings/account/sessions.tsx'), 'Sessions'),
});

/** Address that mails of new sign-ins name. */
const mailedSessions = createRoute({
  getParentRoute: () => inside,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./settings/account/sessions.tsx'), 'Sessions'),
});

const privacy = createRoute({
  getParentRoute: () => inside,
  path: '/settings/privacy',
  component: lazyRouteComponent(() => import('./settings/privacy/privacy.tsx'), 'Privacy'),
});

const blocked = createRoute({
  getParentRoute: () => inside,
  path: '/settings/blocked',
  component: lazyRouteComponent(() => import('./settings/privacy/blocked.tsx'), 'Blocked'),
});

const muted = createRoute({
  getParentRoute: () => inside,
  path: '/settings/muted',
  component: lazyRouteComponent(() => import('./settings/privacy/muted.tsx'), 'Muted'),
});

const words = createRoute({
  getParentRoute: () => inside,
  path: '/settings/words',
  component: lazyRouteComponent(() => import('./settings/privacy/muted-words.tsx'), 'MutedWords'),
});

const appearance = createRoute({
  getParentRoute: () => inside,
  path: '/settings/appearance',
  component: lazyRouteComponent(() => import('./settings/appearance.tsx'), 'Appearance'),
});

const callSettings = createRoute({
  getParentRoute: () => inside,
  path: '/settings/calls',
  component: lazyRouteComponent(() => import('./calls/devices/call-settings.tsx'), 'CallSettings'),
});

const standing = createRoute({
  getParentRoute: () => inside,
  path: '/settings/standing',
  component: lazyRouteComponent(() => import('./settings/standing/standing.tsx'), 'Standing'),
});

const reports = createRoute({
  getParentRoute: () => inside,
  path: '/settings/reports',
  component: lazyRouteComponent(() => import('./settings/standing/reports.tsx'), 'Reports'),
});

/** Pages that mails lead to, with a session and without one. */
const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  component: lazyRouteComponent(() => import('./account/verify-email.tsx'), 'VerifyEmail'),
});

const changeEmail = createRoute({
  getParentRoute: () => root,
  path: '/change-email',
  component: lazyRouteComponent(() => import('./account/change-email.tsx'), 'ChangeEmail'),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  component: lazyRouteComponent(() => import('./account/unsubscribe.tsx'), 'Unsubscribe'),
});

const appeal = createRoute({
  getParentRoute: () => root,
  path: '/appeal',
  component: lazyRouteComponent(() => import('./account/appeal.tsx'), 'Appeal'),
});

const routes = root.addChildren([
  verifyEmail,
  changeEmail,
  unsubscribe,
  appeal,
  outside.addChildren([signIn, register, resetPassword]),
  inside.addChildren([
    feed,
    post,
    quotes,
    compose,
    profile,
    notifications,
    notificationSettings,
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
    call,
    followers,
    following,
    mutual,
    requests,
    explore,
    search,
    hashtag,
    saved,
    collection,
    settings,
    account,
    data,
    sessions,
    mailedSessions,
    privacy,
    blocked,
    muted,
    words,
    appearance,
    callSettings,
    standing,
    reports,
    messages.addChildren([noConversation, conversation, conversationDetails]),
    joinGroup,
  ]),
]);

export const createAppRouter = (client: SessionClient) =>
  createRouter({
    routeTree: routes,
    context: { client },
    defaultPreload: 'intent',
    scrollRestoration: true,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
