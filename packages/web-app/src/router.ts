import type { SessionClient } from '@plaza/client';
import { createRouter } from '@tanstack/react-router';
import { accountRoutes } from './routes/account.ts';
import { mailsRoutes } from './routes/mails.ts';
import { messagesRoutes } from './routes/messages.ts';
import { moneyRoutes } from './routes/money.ts';
import { inside, outside, root } from './routes/parents.ts';
import { peopleRoutes } from './routes/people.ts';
import { postsRoutes } from './routes/posts.ts';
import { settingsRoutes } from './routes/settings.ts';

const routes = root.addChildren([
  ...mailsRoutes,
  outside.addChildren(accountRoutes),
  inside.addChildren([...postsRoutes, ...peopleRoutes, ...moneyRoutes, ...messagesRoutes, ...settingsRoutes]),
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
