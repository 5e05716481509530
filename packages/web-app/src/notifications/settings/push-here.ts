/** Push in this browser. Support is looked for first: not all browsers have it, and none outside of a secure page. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

const WORKER = '/sw.js';

/** The policy that the content security policy of the app names: it lets this one worker pass. */
type Policies = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
};

let workerUrl: string | undefined;

function trustedWorker(): string {
  // Types of the browser's own do not know it yet.
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  workerUrl ??=
    trustedTypes
      ?.createPolicy('plaza-worker', {
        createScriptURL: () => WORKER,
      })
      .createScriptURL(WORKER) ?? WORKER;
  return workerUrl;
}

/** @returns the token to register, or null where the reader forbids it. @throws DOMException of a push service that refuses */
export async function subscribeHere(publicKey: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(trustedWorker());
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return JSON.stringify(await pushManager.subscribe(options));
  } catch (error) {
    // A subscription by a key that the server has given up.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return JSON.stringify(await pushManager.subscribe(options));
  }
}

/** Ends what the browser would still get. */
export async function unsubscribeHere(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
