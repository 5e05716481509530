import type { z } from 'zod';
import { AppError, ValidationFailed } from './errors.ts';
import { instructionFor } from './instructions.ts';

/** Parses a mutation's input. @throws ValidationFailed with one problem for each field that breaks a rule */
export function parseInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  // Messages of the schema itself take precedence; the library's own texts never reach a client.
  const parsed = schema.safeParse(input, { error: instructionFor });
  if (parsed.success) return parsed.data;
  throw new ValidationFailed(parsed.error.issues.map(problemOf));
}

/** A problem of one field whose rule only the service can check. */
export function invalid(
  path: readonly string[],
  message: string,
  constraint: string,
  limit?: number,
): AppError {
  return new AppError('VALIDATION_FAILED', message, {
    path,
    details: { constraint, ...(limit === undefined ? {} : { limit }) },
  });
}

/**
 * Refuses null in fields that cannot be cleared: null clears a field, and only an omitted one stays as it is.
 * @throws ValidationFailed
 */
export function refuseNulls<Input extends object>(
  input: Input,
  names: readonly (keyof Input & string)[],
): void {
  const problems = names
    .filter((name) => input[name] === null)
    .map((name) => invalid([name], 'Give a value, or leave the field out.', 'required'));
  if (problems.length > 0) throw new ValidationFailed(problems);
}

function problemOf(issue: z.core.$ZodIssue): AppError {
  const path = issue.path.map(String);
  if (issue.code === 'too_big') return invalid(path, issue.message, 'maxLength', Number(issue.maximum));
  if (issue.code === 'too_small') return invalid(path, issue.message, 'minLength', Number(issue.minimum));
  if (issue.code === 'invalid_format') return invalid(path, issue.message, 'format');
  return invalid(path, issue.message, issue.code === 'custom' ? customConstraint(issue) : issue.code);
}

function customConstraint(issue: z.core.$ZodIssueCustom): string {
  const constraint: unknown = issue.params?.['constraint'];
  return typeof constraint === 'string' ? constraint : 'rule';
}
