/* global self, navigator, URL */

/** Shows what comes by push, as docs/guides/push.md describes, and opens what it is about. */
self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(pathOf(event.notification.data)));
});

async function show({ title, body, data, badge }) {
  if (title !== undefined) {
    const tag = data.notificationId ?? data.conversationId;
    await self.registration.showNotification(title, { body, data, tag, icon: '/icon.svg' });
  }
  if (data.type === 'RETRACTED') {
    const shown = await self.registration.getNotifications({ tag: data.notificationId });
    for (const notification of shown) notification.close();
  }
  if (badge !== undefined) await navigator.setAppBadge?.(badge);
}

function pathOf({ callId, conversationId, targetId = '' }) {
  if (callId) return `/calls/${callId}`;
  if (conversationId) return `/messages/${conversationId}`;
  return targetId.startsWith('post_') ? `/posts/${targetId}` : '/notifications';
}

/** A tab that is open is taken to the path before another one is opened. */
async function open(path) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => new URL(url).origin === self.location.origin);
  if (!tab) return self.clients.openWindow(path);
  await tab.focus();
  tab.postMessage({ open: path });
}
