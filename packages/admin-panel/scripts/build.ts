import { build } from 'vite';
import { hashSources, noteBuilt } from '@plaza/built-app/sources';
import { adminPanel } from '../serve/app.ts';
import { panelConfig } from '../vite.config.ts';

/** Builds `dist/` and notes its sources: `npm run build:panel`. */
const sources = await hashSources(adminPanel);
await build({ ...panelConfig, configFile: false, logLevel: 'warn' });
await noteBuilt(adminPanel, sources);
