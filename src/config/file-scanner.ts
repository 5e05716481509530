import { z } from 'zod';
import { type Environment, missingVariables, type Reading, readVariables } from './variables.ts';

export type FileScannerConfig =
  { readonly kind: 'none' } | { readonly kind: 'clamd'; readonly host: string; readonly port: number };

const CLAMD_PORT = 3_310;

const variables = z.object({
  FILE_SCANNER: z.enum(['none', 'clamd']).default('none'),
  FILE_SCANNER_URL: z
    .url({ protocol: /^tcp$/ })
    .refine((text) => URL.canParse(text) && new URL(text).hostname !== '', 'Must name a host.')
    .optional(),
});

export const readFileScanner = (given: Environment): Reading<FileScannerConfig> =>
  readVariables(
    variables.transform(fileScannerOf),
    given,
    missingVariables(given, 'FILE_SCANNER', 'clamd', ['FILE_SCANNER_URL']),
  );

function fileScannerOf(env: z.output<typeof variables>): FileScannerConfig {
  if (env.FILE_SCANNER === 'none' || env.FILE_SCANNER_URL === undefined) return { kind: 'none' };
  const { hostname, port } = new URL(env.FILE_SCANNER_URL);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { kind: 'clamd', host, port: port === '' ? CLAMD_PORT : Number(port) };
}
