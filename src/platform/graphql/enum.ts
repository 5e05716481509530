import { mapValues } from '#platform/kernel/records.ts';
import { builder } from './builder.ts';

/** A GraphQL enum whose internal values equal their names; `values` gives each its description. */
export function enumType<Value extends string>(
  name: string,
  options: { description: string; values: Readonly<Record<Value, string>> },
) {
  return builder.enumType(name, {
    description: options.description,
    values: mapValues(options.values, (description, value) => ({ value, description })),
  });
}
