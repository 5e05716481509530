import type { z } from 'zod';
import { AppError, ValidationFailed } from './errors.ts';

/** Parses a mutation's input. @throws ValidationFailed with one problem for each field that breaks a rule */
export function parseInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new ValidationFailed(parsed.error.issues.map(problemOf));
}

/** One field that breaks a rule which only the service can check. */
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
