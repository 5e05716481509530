import type { SessionClient } from '@plaza/client';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { userIdOf } from '../api/signed-in.ts';
import { Crashed } from '../frame/crashed.tsx';
import { Frame } from '../frame/frame.tsx';
import { takeCursor } from '../live/cursor.ts';
import { NotFound } from '../parts/states.tsx';
import { loadLaterTexts } from '../texts/languages.ts';

type Context = { readonly client: SessionClient };

export const root = createRootRouteWithContext<Context>()({
  notFoundComponent: NotFound,
  errorComponent: Crashed,
});

/** Screens of people without a session. */
export const outside = createRoute({
  getParentRoute: () => root,
  id: 'outside',
  beforeLoad: async ({ context }) => {
    if (await userIdOf(context.client)) redirect({ to: '/', throw: true });
  },
});

/** Screens of the signed-in user, in the frame with the navigation. */
export const inside = createRoute({
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
