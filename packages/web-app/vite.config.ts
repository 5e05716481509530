import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { sharedFragments } from './scripts/shared-fragments.ts';

const CLIENT = path.resolve(import.meta.dirname, '../../client/src');

export const webAppConfig = defineConfig({
  root: import.meta.dirname,
  plugins: [sharedFragments(), react()],
  resolve: {
    // rxjs has classes there, in place of functions that imitate them.
    conditions: ['es2015', ...defaultClientConditions],
    // The client's sources, so that nothing has to be built before.
    alias: [
      { find: /^@plaza\/client\/react$/, replacement: path.join(CLIENT, 'react.ts') },
      { find: /^@plaza\/client\/operations$/, replacement: path.join(CLIENT, 'generated/graphql.ts') },
      { find: /^@plaza\/client$/, replacement: path.join(CLIENT, 'client.ts') },
    ],
  },
  build: {
    target: 'es2023',
    // A content security policy without `data:` holds: nothing is put into another file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Together they are smaller compressed than in many files; they are needed at once.
          groups: [
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|@apollo|@tanstack|@wry|rxjs|tslib|optimism|graphql|graphql-ws)[\\/]/,
              priority: 1,
            },
            { name: 'first', test: /web-app[\\/]src[\\/]router\.ts$/ },
          ],
        },
      },
    },
  },
});
