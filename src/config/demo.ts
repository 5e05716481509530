import { z } from 'zod';
import { type Environment, isProductionIn, type Reading, readVariables } from './variables.ts';

const variables = z.object({ DEMO: z.enum(['on', 'off']).optional() });

/** Whether the first start fills the database with the demo world. */
export function readDemo(given: Environment): Reading<boolean> {
  const isProduction = isProductionIn(given);
  // Demo accounts are not created in an external provider's project unless requested.
  const fallback = isProduction || given['IDENTITY'] === 'firebase' ? 'off' : 'on';
  return readVariables(
    variables.transform(({ DEMO: demo = fallback }) => demo === 'on'),
    given,
    isProduction && given['DEMO'] === 'on'
      ? ['DEMO: its accounts have known passwords; production refuses it.']
      : [],
  );
}
