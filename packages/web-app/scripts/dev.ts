import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { webAppConfig } from '../vite.config.ts';

/** Shows the app with each change as it is saved, beside a running `npm start`: `npm run dev:web [-- --app http://127.0.0.1:4005]`. */
const { values } = parseArgs({ options: { app: { type: 'string', default: 'http://127.0.0.1:4005' } } });
const server = await createServer({
  ...webAppConfig,
  configFile: false,
  // The names of the endpoint and of the demo's people are those of the running installation.
  server: { host: '127.0.0.1', port: 5173, proxy: { '/config.json': values.app } },
});
await server.listen();
server.printUrls();
