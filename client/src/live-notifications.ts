import type { ApolloCache } from '@apollo/client';
import { type Change, changeLists, type Edge, idOf, ROOT } from './list-changes.ts';

/**
 * Keeps the list of notifications, their counts and settings as the server has them. Counts and settings have no id by which the
 * cache would find them again in what events and mutations bring, and a mark is told in counts alone.
 */
export type NotificationEvent = {
  readonly notificationId?: string;
  readonly notification?: { readonly id?: string; readonly latestAt?: string } | null;
  readonly kind?: string;
  readonly unreadCount?: object;
  readonly unseenCount?: object;
};

/** Brings a notification to its place, which for a new one is the first, or takes it out. */
export function applyNotificationEvent(cache: ApolloCache, event: NotificationEvent): void {
  const { notificationId, notification, kind, unreadCount: unread, unseenCount: unseen } = event;
  changeStored(cache, 'myUnreadNotificationCount', { ...(unread && { unread }), ...(unseen && { unseen }) });
  const { id, latestAt } = notification ?? {};
  if (id !== undefined && latestAt !== undefined) {
    changeLists(cache, [ROOT, LIST], placed(id, latestAt));
  } else if (notificationId !== undefined && (kind === 'REMOVED' || notification === null)) {
    cache.evict({ id: idOf(cache, 'Notification', notificationId) });
  }
}

const LIST = 'myNotifications';

/** Places it once, by the order of the list; one that is older than all that are loaded comes with its page. */
const placed =
  (id: string, latestAt: string): Change =>
  (edges, { readField, toReference }, hasMore) => {
    const node = toReference({ __typename: 'Notification', id });
    if (!node) return edges;
    const others = edges.filter((edge) => readField('id', edge.node) !== id);
    const keyOf = ({ node: of }: Edge): string =>
      `${readField<string>('latestAt', of)} ${readField<string>('id', of)}`;
    const place = others.findIndex((other) => keyOf(other) < `${latestAt} ${id}`);
    if (place === -1 && hasMore) return others;
    const edge = edges.find((known) => readField('id', known.node) === id);
    return others.toSpliced(place === -1 ? others.length : place, 0, {
      ...(edge ?? { __typename: 'NotificationEdge', cursor: '' }),
      node,
    });
  };

type Payload = {
  readonly __typename?: string;
  readonly counts?: object | null;
  readonly notificationSettings?: object | null;
  readonly notification?: object | null;
  readonly notificationId?: string | null;
  readonly device?: object | null;
  readonly deviceId?: string | null;
};

/** Applies what a mutation has changed besides the objects of its payload. A refusal has none of them, and changes nothing. */
export function applyNotificationPayload(
  cache: ApolloCache,
  payload: Payload | null,
  variables: Readonly<Record<string, unknown>>,
): void {
  const type = payload?.__typename;
  const { counts, notificationSettings, notification, notificationId, device, deviceId } = payload ?? {};
  cache.batch({
    update() {
      if (notificationSettings) changeStored(cache, 'myNotificationSettings', notificationSettings);
      if (type === 'MarkNotificationsSeenPayload' && counts) {
        changeStored(cache, 'myUnreadNotificationCount', counts);
        mark(cache, marked(variables), ['isSeen']);
      }
      if (type === 'MarkNotificationsReadPayload' && counts) {
        changeStored(cache, 'myUnreadNotificationCount', counts);
        mark(cache, marked(variables), ['isRead', 'isSeen']);
      }
      if (type === 'MarkNotificationUnreadPayload' && notification) forgetCounts(cache);
      if (type === 'DeleteNotificationPayload' && notificationId) {
        cache.evict({ id: idOf(cache, 'Notification', notificationId) });
        forgetCounts(cache);
      }
      if (type === 'RegisterPushDevicePayload' && device)
        cache.evict({ id: ROOT, fieldName: 'myPushDevices' });
      if (type === 'UnregisterPushDevicePayload' && deviceId) {
        cache.evict({ id: idOf(cache, 'PushDevice', deviceId) });
      }
    },
  });
}

/** Screens that show the counts ask for them again. */
const forgetCounts = (cache: ApolloCache): void => {
  cache.evict({ id: ROOT, fieldName: 'myUnreadNotificationCount' });
};

/** Changes an object without an id that a query has brought. */
function changeStored(cache: ApolloCache, name: string, fields: object): void {
  cache.modify<Record<string, unknown>>({
    id: ROOT,
    fields: {
      // An object or null is all that the root stores under these names.
      [name]: (stored: unknown) => (stored === null ? null : { ...(stored as object), ...fields }),
    },
  });
}

type Marked = { readonly ids?: readonly string[] | null; readonly upTo?: unknown };

/** The arguments among the variables, or in one that is an input object. */
const marked = (variables: Readonly<Record<string, unknown>>): Marked =>
  [variables, ...Object.values(variables)].find(
    (value): value is Marked =>
      typeof value === 'object' && value !== null && ('ids' in value || 'upTo' in value),
  ) ?? {};

function mark(cache: ApolloCache, { ids, upTo }: Marked, fields: readonly ('isRead' | 'isSeen')[]): void {
  const untilMs = typeof upTo === 'string' ? Date.parse(upTo) : Number.NEGATIVE_INFINITY;
  const keys: string[] = [];
  changeLists(cache, [ROOT, LIST], (edges, { readField }) => {
    for (const { node } of edges) {
      const isMarked =
        ids?.includes(readField<string>('id', node) ?? '') ||
        Date.parse(readField<string>('latestAt', node) ?? '') <= untilMs;
      if (isMarked) keys.push(node.__ref);
    }
    return edges;
  });
  const changes = Object.fromEntries(fields.map((name) => [name, () => true]));
  for (const id of keys) cache.modify({ id, fields: changes });
}
