import { z } from 'zod';
import {
  type Environment,
  isProductionIn,
  missingVariables,
  type ProcessKind,
  type Reading,
  readVariables,
} from './variables.ts';

export type CallServerConfig =
  /** Nobody can call. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'embedded';
      readonly addresses: {
        readonly listen: string;
        /** Null announces the addresses on which it listens. */
        readonly announce: string | null;
        readonly portFirst: number;
        readonly portLast: number;
      };
      readonly turn: { readonly urls: readonly string[]; readonly secret: string } | null;
    }
  | {
      readonly kind: 'livekit';
      /** For clients: `wss:`. */
      readonly url: string;
      /** For us: `https:`, or another address inside of our network. */
      readonly apiUrl: string;
      readonly apiKey: string;
      readonly apiSecret: string;
    };

const address = z.union([z.ipv4(), z.ipv6()], 'Must be an IP address.');

const variables = z.object({
  CALL_SERVER: z.enum(['embedded', 'livekit', 'none']).optional(),
  CALL_SERVER_LISTEN: address.default('127.0.0.1'),
  CALL_SERVER_ANNOUNCE: address.optional(),
  CALL_SERVER_PORTS: z
    .string()
    .regex(/^\d{4,5}-\d{4,5}$/, 'Must be two ports: 41000-41999')
    .transform((text) => text.split('-').map(Number))
    .pipe(z.tuple([port(), port()]))
    .refine(([first, last]) => first < last, 'Must have the lower port first.')
    .default([41_000, 41_999]),
  TURN_URLS: z
    .string()
    .transform((text) => text.split(',').map((url) => url.trim()))
    .pipe(
      z.array(z.string().regex(/^turns?:\S+$/, 'Must be addresses of relays: turn:turn.example.com:3478')),
    )
    .optional(),
  TURN_SECRET: z.string().min(16, 'Must have at least 16 characters.').optional(),
  LIVEKIT_URL: z.url({ protocol: /^wss?$/ }).optional(),
  LIVEKIT_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  LIVEKIT_API_KEY: z.string().min(1).optional(),
  LIVEKIT_API_SECRET: z.string().min(32, 'Must have at least 32 characters.').optional(),
});

/** @param kind calls of the embedded call server live in one process, so that several cannot have one each */
export function readCallServer(given: Environment, kind: ProcessKind): Reading<CallServerConfig> {
  return readVariables(
    variables.transform((env) => callServerOf(env, kind)),
    given,
    [
      ...missingVariables(given, 'CALL_SERVER', 'livekit', [
        'LIVEKIT_URL',
        'LIVEKIT_API_KEY',
        'LIVEKIT_API_SECRET',
      ]),
      ...inconsistenciesOf(given, kind),
    ],
  );
}

function inconsistenciesOf(given: Environment, kind: ProcessKind): string[] {
  const isProduction = isProductionIn(given);
  const isEmbedded = given['CALL_SERVER'] === 'embedded';
  const problems: string[] = [];
  if (isProduction && given['CALL_SERVER'] === undefined) {
    problems.push('CALL_SERVER: needed in production: livekit, embedded for a single process, or none.');
  }
  if (isEmbedded && kind === 'shared') {
    problems.push('CALL_SERVER: the embedded one carries calls of a single process; use livekit or none.');
  }
  if (isEmbedded && isProduction && given['CALL_SERVER_LISTEN'] === undefined) {
    problems.push('CALL_SERVER_LISTEN: needed in production when CALL_SERVER is embedded.');
  }
  for (const [name, other] of [
    ['TURN_URLS', 'TURN_SECRET'],
    ['TURN_SECRET', 'TURN_URLS'],
  ] as const) {
    if (given[name] === undefined && given[other] !== undefined)
      problems.push(`${name}: needed beside ${other}.`);
  }
  return problems;
}

function callServerOf(env: z.output<typeof variables>, kind: ProcessKind): CallServerConfig {
  const chosen = env.CALL_SERVER ?? (kind === 'alone' ? 'embedded' : 'none');
  if (chosen === 'none') return { kind: 'none' };
  if (chosen === 'livekit') {
    const url = env.LIVEKIT_URL ?? '';
    const apiUrl = env.LIVEKIT_API_URL ?? url.replace(/^ws/, 'http');
    return {
      kind: 'livekit',
      url,
      apiUrl,
      apiKey: env.LIVEKIT_API_KEY ?? '',
      apiSecret: env.LIVEKIT_API_SECRET ?? '',
    };
  }
  const [portFirst, portLast] = env.CALL_SERVER_PORTS;
  const turn = env.TURN_URLS && env.TURN_SECRET ? { urls: env.TURN_URLS, secret: env.TURN_SECRET } : null;
  return {
    kind: 'embedded',
    addresses: {
      listen: env.CALL_SERVER_LISTEN,
      announce: env.CALL_SERVER_ANNOUNCE ?? null,
      portFirst,
      portLast,
    },
    turn,
  };
}

function port() {
  return z.number().int().min(1_024).max(65_535);
}
