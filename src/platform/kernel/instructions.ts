import type { z } from 'zod';

/** Replaces a validation issue of the library by an instruction for the client. */
export function instructionFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'too_big':
      return mostOf(issue);
    case 'too_small':
      return leastOf(issue);
    case 'invalid_type':
      return TYPES[issue.expected] ?? 'Must have another type.';
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Must have the required format.';
    case 'invalid_value':
      return `Must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}.`;
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `Must not have ${issue.keys.join(', ')}.`;
    default:
      return 'Must be a valid value.';
  }
}

type TooBig = z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>;
type TooSmall = z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>;

function mostOf({ origin, maximum, inclusive = true, exact = false }: TooBig): string {
  const counted = COUNTED[origin];
  if (counted) return `Must have ${exact ? 'exactly' : 'at most'} ${amount(maximum, counted)}.`;
  if (origin === 'date') return `Must not be after ${new Date(Number(maximum)).toISOString()}.`;
  return `Must be ${inclusive ? 'at most' : 'less than'} ${maximum}.`;
}

function leastOf({ origin, minimum, inclusive = true, exact = false }: TooSmall): string {
  const counted = COUNTED[origin];
  if (counted && exact) return `Must have exactly ${amount(minimum, counted)}.`;
  if (counted && Number(minimum) === 1) return 'Must not be empty.';
  if (counted) return `Must have at least ${amount(minimum, counted)}.`;
  if (origin === 'date') return `Must not be before ${new Date(Number(minimum)).toISOString()}.`;
  return `Must be ${inclusive ? 'at least' : 'more than'} ${minimum}.`;
}

const amount = (bound: number | bigint, counted: string): string =>
  `${bound} ${counted}${Number(bound) === 1 ? '' : 's'}`;

/** Units of values with a size; other values are bounded themselves. */
const COUNTED: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'item',
  file: 'byte',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'Must be a string.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  date: 'Must be a time.',
  array: 'Must be a list.',
  object: 'Must be an object.',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Must be an e-mail address.',
  url: 'Must be a URL.',
  uuid: 'Must be a UUID.',
  date: 'Must be a date, such as 2026-01-31.',
  datetime: 'Must be a time, such as 2026-01-31T12:00:00Z.',
};
