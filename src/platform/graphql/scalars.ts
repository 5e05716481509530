import { GraphQLError, valueFromASTUntyped, type ValueNode } from 'graphql';
import { markFreeJson } from '#platform/kernel/free-json.ts';
import { isRefusedFile, isUploadedFile, type UploadedFile } from '#platform/kernel/uploads.ts';
import { builder } from './builder.ts';

/** Specifications of the scalars by their names. */
export const SPECIFIED_BY: Readonly<Record<string, string>> = {
  DateTime: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  JSON: 'https://www.rfc-editor.org/rfc/rfc8259',
  Upload: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
};

builder.scalarType('DateTime', {
  description:
    'A time as RFC 3339 text, for example `2026-11-20T09:30:00.000Z`. Output is always UTC with milliseconds; input must carry a time zone.',
  serialize: (value) => value.toISOString(),
  parseValue: parseDateTime,
});

builder.scalarType('JSON', {
  description: 'Any JSON value, free-form data of a client. Its depth and size are bounded: see `apiLimits`.',
  serialize: (value) => value,
  parseValue: markFreeJson,
  parseLiteral: (node: ValueNode, variables) => markFreeJson(valueFromASTUntyped(node, variables)),
});

builder.scalarType('Upload', {
  description:
    'A file, sent by the GraphQL multipart request specification: the variable is null in `operations` and `map` says which part fills it.',
  serialize: () => {
    throw new GraphQLError('Upload is an input type.');
  },
  parseValue: (value) => {
    if (isUploadedFile(value)) return value;
    // Typed as a file, since `mutation.ts` refuses it before a resolver gets it.
    if (isRefusedFile(value)) return value as unknown as UploadedFile;
    throw new GraphQLError('Send the file as a part of a multipart request.');
  },
  parseLiteral: (node) => {
    throw new GraphQLError('Send the file as a variable of a multipart request.', { nodes: [node] });
  },
});

// RFC 3339 section 5.6 without leap seconds: Date has none, and 23:59:60 would silently become the next day.
// PostgreSQL has no year 0 either.
const RFC_3339 =
  /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function parseDateTime(value: unknown): Date {
  const text = typeof value === 'string' ? value : '';
  const moment = new Date(text);
  const isRealDay = () =>
    Number(text.slice(8, 10)) <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
  // In UTC it may fall into the year before the first or after the last that four digits can represent.
  const isWritable = () => /^\d/.test(moment.toISOString()) && moment.getUTCFullYear() > 0;
  if (!RFC_3339.test(text) || Number.isNaN(moment.getTime()) || !isRealDay() || !isWritable()) {
    throw new GraphQLError(
      'Send a DateTime as RFC 3339 text with a time zone, such as 2026-11-20T09:30:00.000Z.',
    );
  }
  return moment;
}

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
