import path from 'node:path';
import type { App } from '@plaza/built-app';

export const webApp: App = {
  root: path.resolve(import.meta.dirname, '..'),
  sources: [
    'src',
    'public',
    'index.html',
    'vite.config.ts',
    'scripts/shared-fragments.ts',
    'package.json',
    '../../client/src',
    '../../client/package.json',
  ],
  build: 'scripts/build.ts',
};
