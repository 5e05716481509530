import { useEffect } from 'react';

/** Says in the title of a hidden tab, and by a notification where the reader admits them, that a call rings. */
export function useRingHint(text: string | null): void {
  useEffect(() => {
    if (text === null) return undefined;
    let close: (() => void) | null = null;
    const look = (): void => {
      close?.();
      close = document.hidden ? hint(text) : null;
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      close?.();
    };
  }, [text]);
}

function hint(text: string): () => void {
  const before = document.title;
  document.title = `☎ ${text}`;
  const notification = notify(text);
  return () => {
    if (document.title === `☎ ${text}`) document.title = before;
    notification?.close();
  };
}

function notify(text: string): Notification | null {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return null;
  try {
    const notification = new Notification(text, { tag: 'plaza.call', icon: '/icon.svg' });
    notification.addEventListener('click', () => window.focus());
    return notification;
  } catch {
    // Browsers of phones show notifications of workers alone, which pushes bring.
    return null;
  }
}
