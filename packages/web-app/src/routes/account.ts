import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { outside } from './parents.ts';

const signIn = createRoute({
  getParentRoute: () => outside,
  path: '/sign-in',
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } =>
    typeof to === 'string' && to.startsWith('/') ? { to } : {},
  component: lazyRouteComponent(() => import('../account/sign-in.tsx'), 'SignIn'),
});

const register = createRoute({
  getParentRoute: () => outside,
  path: '/register',
  component: lazyRouteComponent(() => import('../account/register.tsx'), 'Register'),
});

const resetPassword = createRoute({
  getParentRoute: () => outside,
  path: '/reset-password',
  validateSearch: ({ code }: Record<string, unknown>): { code?: string } =>
    typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {},
  component: lazyRouteComponent(() => import('../account/reset-password.tsx'), 'ResetPassword'),
});

/** Screens of people without a session. */
export const accountRoutes = [signIn, register, resetPassword] as const;
