import { serveApp, type ServedApp } from '@plaza/built-app';
import { webApp } from './app.ts';

/** Somebody of the demo world, whom the sign-in page offers. */
export type DemoPerson = { readonly username: string; readonly email: string; readonly password: string };

export type WebAppOptions = {
  readonly host: string;
  /** Zero takes a free one. */
  readonly port: number;
  /** Addresses of the client endpoint, as browsers reach it. */
  readonly api: { readonly httpUrl: string; readonly wsUrl: string };
  /** Address of a call server that browsers reach by themselves. Null where they reach it by the API. */
  readonly callServerUrl: string | null;
  /** None in an installation without a demo world. */
  readonly demoPeople: () => Promise<readonly DemoPerson[]>;
  readonly onFailure: (error: unknown) => void;
};

/** Serves the web app on a listener of its own. @throws Error of the system for a port in use */
export function serveWebApp({
  host,
  port,
  api,
  callServerUrl,
  demoPeople,
  onFailure,
}: WebAppOptions): Promise<ServedApp> {
  const { origin } = new URL(api.httpUrl);
  const connected = [origin, new URL(api.wsUrl).origin, ...callServerOrigins(callServerUrl)];
  return serveApp({
    app: webApp,
    host,
    port,
    config: async () => ({ ...api, demoPeople: await demoPeople() }),
    policy: [
      `connect-src 'self' ${connected.join(' ')}`,
      `img-src 'self' blob: ${origin}`,
      `media-src 'self' blob: ${origin}`,
      "font-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      // The one of the service worker.
      'trusted-types plaza-worker',
    ],
    permissions: ['camera=(self)', 'microphone=(self)', 'geolocation=(self)', 'display-capture=(self)'],
    onFailure,
  });
}

/** LiveKit's client asks by HTTP why a WebSocket was refused. */
function callServerOrigins(url: string | null): readonly string[] {
  if (url === null) return [];
  const { origin } = new URL(url);
  return [origin, origin.replace(/^ws/, 'http')];
}
