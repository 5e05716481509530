import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from './parents.ts';

const INBOXES = ['requests', 'archived'] as const;

const messages = createRoute({
  getParentRoute: () => inside,
  path: '/messages',
  validateSearch: ({ inbox }: Record<string, unknown>): { inbox?: (typeof INBOXES)[number] } => {
    const known = INBOXES.find((name) => name === inbox);
    return known ? { inbox: known } : {};
  },
  component: lazyRouteComponent(() => import('../messages/layout.tsx'), 'MessagesLayout'),
});

const noConversation = createRoute({
  getParentRoute: () => messages,
  path: '/',
  component: lazyRouteComponent(() => import('../messages/nothing-open.tsx'), 'NothingOpen'),
});

const conversation = createRoute({
  getParentRoute: () => messages,
  path: '$id',
  // A message to show among those around it.
  validateSearch: ({ message }: Record<string, unknown>): { message?: string } =>
    typeof message === 'string' ? { message } : {},
  component: lazyRouteComponent(
    () => import('../messages/conversation/conversation.tsx'),
    'ConversationScreen',
  ),
});

const conversationDetails = createRoute({
  getParentRoute: () => messages,
  path: '$id/details',
  component: lazyRouteComponent(() => import('../messages/group/details.tsx'), 'ConversationDetails'),
});

const sharedMedia = createRoute({
  getParentRoute: () => messages,
  path: '$id/media',
  component: lazyRouteComponent(() => import('../messages/shared/shared-media.tsx'), 'SharedMedia'),
});

const joinGroup = createRoute({
  getParentRoute: () => inside,
  path: '/join/$code',
  component: lazyRouteComponent(() => import('../messages/group/join.tsx'), 'JoinGroup'),
});

/** Conversations beside their list. */
export const messagesRoutes = [
  messages.addChildren([noConversation, conversation, conversationDetails, sharedMedia]),
  joinGroup,
] as const;
