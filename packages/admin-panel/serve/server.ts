import { serveApp, type ServedApp } from '@plaza/built-app';
import { adminPanel } from './app.ts';

export type PanelOptions = {
  readonly host: string;
  /** Zero takes a free one. */
  readonly port: number;
  /** Address of the admin endpoint, as browsers reach it. */
  readonly apiUrl: string;
  readonly onFailure: (error: unknown) => void;
};

/** Serves the panel on a listener of its own. @throws Error of the system for a port in use */
export const servePanel = ({ host, port, apiUrl, onFailure }: PanelOptions): Promise<ServedApp> =>
  serveApp({
    app: adminPanel,
    host,
    port,
    config: async () => ({ apiUrl }),
    policy: ["img-src 'self'", `connect-src 'self' ${new URL(apiUrl).origin}`],
    permissions: ['camera=()', 'microphone=()', 'geolocation=()'],
    onFailure,
  });
