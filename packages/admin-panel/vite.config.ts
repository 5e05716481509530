import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export const panelConfig = defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: {
    // The client's source, which the compiler finds by `paths`.
    alias: [
      {
        find: /^@plaza\/client\/admin$/,
        replacement: path.resolve(import.meta.dirname, '../../client/src/admin/admin.ts'),
      },
    ],
  },
  build: {
    target: 'es2023',
    // A content security policy without `data:` holds: nothing is put into another file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
