import { z } from 'zod';
import {
  type Environment,
  isProductionIn,
  missingVariables,
  type Reading,
  readVariables,
  webUrl,
} from './variables.ts';

export type ModerationConfig =
  | {
      readonly kind: 'embedded';
      /** Whether images are judged where the optional packages are installed. */
      readonly judgesImages: boolean;
    }
  | {
      readonly kind: 'openai';
      readonly apiKey: string;
      readonly model: string;
      /** Another server of the same protocol, without a trailing slash; null is that of the vendor. */
      readonly baseUrl: string | null;
    };

const variables = z.object({
  MODERATION: z.enum(['embedded', 'openai']).default('embedded'),
  IMAGE_CLASSIFIER: z.enum(['on', 'off']).optional(),
  OPENAI_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,}$/, 'Must be a key of an account: sk-…')
    .optional(),
  OPENAI_MODERATION_MODEL: z
    .string()
    .regex(/^[\w.:/-]{1,100}$/, 'Must be the name of a model: omni-moderation-latest.')
    .default('omni-moderation-latest'),
  OPENAI_BASE_URL: webUrl.optional(),
});

export const readModeration = (given: Environment): Reading<ModerationConfig> =>
  readVariables(
    variables.transform((env) => moderationOf(env, isProductionIn(given))),
    given,
    missingVariables(given, 'MODERATION', 'openai', ['OPENAI_API_KEY']),
  );

/** Outside production a new account sees its image at once, without the seconds in which the model is loaded. */
function moderationOf(env: z.output<typeof variables>, isProduction: boolean): ModerationConfig {
  if (env.MODERATION === 'embedded') {
    return {
      kind: 'embedded',
      judgesImages: (env.IMAGE_CLASSIFIER ?? (isProduction ? 'on' : 'off')) === 'on',
    };
  }
  return {
    kind: 'openai',
    apiKey: env.OPENAI_API_KEY ?? '',
    model: env.OPENAI_MODERATION_MODEL,
    baseUrl: env.OPENAI_BASE_URL?.replace(/\/+$/, '') ?? null,
  };
}
