import { instructionFor } from '#platform/kernel/instructions.ts';
import { z } from 'zod';

/** Source of the configuration, of the type of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** `alone` can bring its own database, `database` needs one, and `shared` is one of several processes on it. */
export type ProcessKind = 'alone' | 'database' | 'shared';

/** Configuration of one concern. */
export type Reading<Value> = {
  /** Names of its variables. */
  readonly names: readonly string[];
  /** One sentence for each invalid variable, beginning with its name. */
  readonly problems: readonly string[];
  /** Call only when there are no problems. */
  value(): Value;
};

/**
 * Reads the variables of one concern. `inconsistencies` concern combinations of variables; they are checked on the raw input,
 * so that they are reported together with invalid values.
 */
export function readVariables<Value>(
  schema: z.ZodType<Value>,
  given: Environment,
  inconsistencies: readonly string[] = [],
): Reading<Value> {
  const issues = schema.safeParse(given, { error: instructionFor }).error?.issues ?? [];
  return {
    names: namesOf(schema),
    problems: [...issues.map((issue) => problemOf(issue, given)), ...inconsistencies],
    value: () => schema.parse(given),
  };
}

/** The schema of a concern is an object of its variables, and mostly transforms it. */
function namesOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodPipe) return namesOf(schema.in);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Variables that can hold a secret; the URLs of servers contain passwords. */
const SECRET = /(?:SECRET(?:_PREVIOUS)?|KEY|PASSWORD|TOKEN|URL)$/;
const SHOWN_MAX = 60;

/** Repeats the value, unless it could be a secret: it may come from a file or a service that its reader does not see. */
function problemOf({ path, message }: z.core.$ZodIssue, given: Environment): string {
  const name = path.join('.');
  const value = given[name];
  const shown =
    value === undefined || SECRET.test(name) ? '' : ` It is ${JSON.stringify(value.slice(0, SHOWN_MAX))}.`;
  return `${name}: ${message}${shown}`;
}

/** Problems of those of `names` that are missing although `chooser` has the value that requires them. */
export function missingVariables(
  given: Environment,
  chooser: string,
  value: string,
  names: readonly string[],
): string[] {
  if (given[chooser] !== value) return [];
  return names
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: needed when ${chooser} is ${value}.`);
}

export const isProductionIn = (given: Environment): boolean => given['NODE_ENV'] === 'production';

export const webUrl = z.url({ protocol: /^https?$/ });
