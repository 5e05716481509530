import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from './parents.ts';

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyRouteComponent(() => import('../settings/settings.tsx'), 'Settings'),
});

const account = createRoute({
  getParentRoute: () => inside,
  path: '/settings/account',
  component: lazyRouteComponent(() => import('../settings/account/account.tsx'), 'AccountSettings'),
});

const data = createRoute({
  getParentRoute: () => inside,
  path: '/settings/data',
  component: lazyRouteComponent(() => import('../settings/account/data.tsx'), 'AccountData'),
});

const sessions = createRoute({
  getParentRoute: () => inside,
  path: '/settings/sessions',
  component: lazyRouteComponent(() => import('../settings/account/sessions.tsx'), 'Sessions'),
});

/** Address that mails of new sign-ins name. */
const mailedSessions = createRoute({
  getParentRoute: () => inside,
  path: '/sessions',
  component: lazyRouteComponent(() => import('../settings/account/sessions.tsx'), 'Sessions'),
});

const privacy = createRoute({
  getParentRoute: () => inside,
  path: '/settings/privacy',
  component: lazyRouteComponent(() => import('../settings/privacy/privacy.tsx'), 'Privacy'),
});

const blocked = createRoute({
  getParentRoute: () => inside,
  path: '/settings/blocked',
  component: lazyRouteComponent(() => import('../settings/privacy/blocked.tsx'), 'Blocked'),
});

const muted = createRoute({
  getParentRoute: () => inside,
  path: '/settings/muted',
  component: lazyRouteComponent(() => import('../settings/privacy/muted.tsx'), 'Muted'),
});

const words = createRoute({
  getParentRoute: () => inside,
  path: '/settings/words',
  component: lazyRouteComponent(() => import('../settings/privacy/muted-words.tsx'), 'MutedWords'),
});

const appearance = createRoute({
  getParentRoute: () => inside,
  path: '/settings/appearance',
  component: lazyRouteComponent(() => import('../settings/appearance.tsx'), 'Appearance'),
});

const callSettings = createRoute({
  getParentRoute: () => inside,
  path: '/settings/calls',
  component: lazyRouteComponent(() => import('../calls/devices/call-settings.tsx'), 'CallSettings'),
});

const verification = createRoute({
  getParentRoute: () => inside,
  path: '/settings/verification',
  component: lazyRouteComponent(() => import('../settings/verification/verification.tsx'), 'Verification'),
});

const standing = createRoute({
  getParentRoute: () => inside,
  path: '/settings/standing',
  component: lazyRouteComponent(() => import('../settings/standing/standing.tsx'), 'Standing'),
});

const reports = createRoute({
  getParentRoute: () => inside,
  path: '/settings/reports',
  component: lazyRouteComponent(() => import('../settings/standing/reports.tsx'), 'Reports'),
});

/** Settings of the account and of this browser. */
export const settingsRoutes = [
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
  verification,
  standing,
  reports,
] as const;
