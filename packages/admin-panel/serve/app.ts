import path from 'node:path';
import type { App } from '@plaza/built-app';

export const adminPanel: App = {
  root: path.resolve(import.meta.dirname, '..'),
  sources: [
    'src',
    'public',
    'index.html',
    'vite.config.ts',
    'package.json',
    // The entry `admin` of the client, with all that it may import.
    '../../client/src',
    '../../client/package.json',
  ],
  build: 'scripts/build.ts',
};
