import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { tabOf } from '../people/profile/tabs.ts';
import { inside } from './parents.ts';

const profile = createRoute({
  getParentRoute: () => inside,
  path: '/u/$username',
  validateSearch: tabOf,
  component: lazyRouteComponent(() => import('../people/profile/profile.tsx'), 'Profile'),
});

const followers = createRoute({
  getParentRoute: () => inside,
  path: '/u/$username/followers',
  component: lazyRouteComponent(() => import('../people/lists/follow-lists.tsx'), 'Followers'),
});

const following = createRoute({
  getParentRoute: () => inside,
  path: '/u/$username/following',
  component: lazyRouteComponent(() => import('../people/lists/follow-lists.tsx'), 'Following'),
});

const mutual = createRoute({
  getParentRoute: () => inside,
  path: '/u/$username/mutual',
  component: lazyRouteComponent(() => import('../people/lists/follow-lists.tsx'), 'Mutual'),
});

const requests = createRoute({
  getParentRoute: () => inside,
  path: '/requests',
  component: lazyRouteComponent(() => import('../people/lists/requests.tsx'), 'Requests'),
});

const notifications = createRoute({
  getParentRoute: () => inside,
  path: '/notifications',
  component: lazyRouteComponent(() => import('../notifications/notifications.tsx'), 'Notifications'),
});

const notificationSettings = createRoute({
  getParentRoute: () => inside,
  path: '/settings/notifications',
  component: lazyRouteComponent(
    () => import('../notifications/settings/settings-screen.tsx'),
    'NotificationSettings',
  ),
});

const calls = createRoute({
  getParentRoute: () => inside,
  path: '/calls',
  component: lazyRouteComponent(() => import('../calls/history/history.tsx'), 'CallHistory'),
});

const call = createRoute({
  getParentRoute: () => inside,
  path: '/calls/$id',
  component: lazyRouteComponent(() => import('../calls/call-screen.tsx'), 'CallScreen'),
});

/** People, and what they tell and ask the reader. */
export const peopleRoutes = [
  profile,
  followers,
  following,
  mutual,
  requests,
  notifications,
  notificationSettings,
  calls,
  call,
] as const;
