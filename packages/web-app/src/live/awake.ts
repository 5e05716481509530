import type { Connection } from '@plaza/client';

const LOOK_MS = 3_000;
/** Apart, so that the tabs of all people do not ask a server that is back at the same moment. */
const SPREAD_MS = 1_000;
/** Timers that come this late have slept with the device. */
const SLEPT_MS = 10_000;

/** Has the connection back soon after a sleep, a cut or a restart of the server, while somebody looks at the page. */
export function keepAwake(connection: Connection): () => void {
  let lookedAtMs = Date.now();
  const wake = (): void => {
    if (document.visibilityState === 'visible') connection.wake();
  };
  const look = (): void => {
    const nowMs = Date.now();
    const hasSlept = nowMs - lookedAtMs > SLEPT_MS;
    lookedAtMs = nowMs;
    if (hasSlept || !connection.isOpen()) wake();
  };
  const timer = setInterval(look, LOOK_MS + Math.random() * SPREAD_MS);
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', wake);
  document.addEventListener('visibilitychange', wake);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', wake);
    window.removeEventListener('pageshow', wake);
    document.removeEventListener('visibilitychange', wake);
  };
}
