import { build } from 'vite';
import { hashSources, noteBuilt } from '@plaza/built-app/sources';
import { webApp } from '../serve/app.ts';
import { webAppConfig } from '../vite.config.ts';

/** Builds `dist/` and notes its sources: `npm run build:web`. */
const sources = await hashSources(webApp);
await build({ ...webAppConfig, configFile: false, logLevel: 'warn' });
await noteBuilt(webApp, sources);
