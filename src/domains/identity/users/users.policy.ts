import type { Limits } from '#platform/kernel/limits.ts';
import { nameSchema } from '#platform/kernel/text.ts';

export const displayNameSchema = (limits: Limits) => nameSchema({ min: 1, max: limits.displayNameLength });
