import { instructionFor } from '#platform/kernel/instructions.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { limitDefinitions, limitsSchema } from '#domains/modules.ts';
import type { Environment, Reading } from './variables.ts';

const LIMIT_PREFIX = 'LIMIT_';

/** `pageSizeMax` is set by `LIMIT_PAGE_SIZE_MAX`. */
const variableOf = (name: string): string =>
  LIMIT_PREFIX + name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

export function readLimits(env: Environment): Reading<Limits> {
  const names = new Map(Object.keys(limitDefinitions).map((name) => [variableOf(name), name]));
  const variables = Object.keys(env).filter((variable) => variable.startsWith(LIMIT_PREFIX));
  const given = Object.fromEntries(
    variables.flatMap((variable) => {
      const name = names.get(variable);
      return name === undefined ? [] : [[name, env[variable]]];
    }),
  );
  const issues = limitsSchema.safeParse(given, { error: instructionFor }).error?.issues ?? [];
  return {
    names: [...names.keys()],
    problems: [
      ...variables
        .filter((variable) => !names.has(variable))
        .map((variable) => `${variable}: there is no such limit.`),
      ...issues.map((issue) => `${variableOf(String(issue.path[0]))}: ${issue.message}`),
    ],
    value: () => limitsSchema.parse(given),
  };
}
