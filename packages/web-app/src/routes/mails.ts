import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from './parents.ts';

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  component: lazyRouteComponent(() => import('../account/verify-email.tsx'), 'VerifyEmail'),
});

const changeEmail = createRoute({
  getParentRoute: () => root,
  path: '/change-email',
  component: lazyRouteComponent(() => import('../account/change-email.tsx'), 'ChangeEmail'),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  component: lazyRouteComponent(() => import('../account/unsubscribe.tsx'), 'Unsubscribe'),
});

const appeal = createRoute({
  getParentRoute: () => root,
  path: '/appeal',
  component: lazyRouteComponent(() => import('../account/appeal.tsx'), 'Appeal'),
});

const notice = createRoute({
  getParentRoute: () => root,
  path: '/notice',
  validateSearch: ({ about }: Record<string, unknown>): { about?: string } =>
    typeof about === 'string' ? { about } : {},
  component: lazyRouteComponent(() => import('../report/notice.tsx'), 'Notice'),
});

/** Pages with a session and without one: where mails lead to, and the notice of illegal content. */
export const mailsRoutes = [verifyEmail, changeEmail, unsubscribe, appeal, notice] as const;
