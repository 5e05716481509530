import { z } from 'zod';
import {
  type Environment,
  missingVariables,
  type ProcessKind,
  type Reading,
  readVariables,
} from './variables.ts';

/** Null: embedded for a process that serves and works alone, PostgreSQL for one of several. */
export type LiveBusConfig = 'embedded' | 'postgres' | { readonly redisUrl: string } | null;

const variables = z.object({
  LIVE_BUS: z.enum(['embedded', 'postgres', 'redis']).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
});

export function readLiveBus(given: Environment, kind: ProcessKind): Reading<LiveBusConfig> {
  const isDeaf = kind === 'shared' && given['LIVE_BUS'] === 'embedded';
  return readVariables(variables.transform(liveBusOf), given, [
    ...missingVariables(given, 'LIVE_BUS', 'redis', ['REDIS_URL']),
    ...(isDeaf ? ['LIVE_BUS: the embedded bus reaches no other process; use postgres or redis.'] : []),
  ]);
}

/** A configured Redis is used unless another bus is chosen. */
function liveBusOf(env: z.output<typeof variables>): LiveBusConfig {
  if (env.LIVE_BUS === 'embedded' || env.LIVE_BUS === 'postgres') return env.LIVE_BUS;
  return env.REDIS_URL === undefined ? null : { redisUrl: env.REDIS_URL };
}
