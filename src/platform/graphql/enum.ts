import { builder } from './builder.ts';

/** A GraphQL enum whose values carry their own names inside the program; `values` gives each its description. */
export function enumOf<Value extends string>(
  name: string,
  options: { description: string; values: Readonly<Record<Value, string>> },
) {
  const values = Object.fromEntries(
    Object.entries<string>(options.values).map(([value, description]) => [value, { value, description }]),
  );
  return builder.enumType(name, {
    description: options.description,
    // Object.entries loses the key type that the parameter guarantees.
    values: values as Record<Value, { value: Value; description: string }>,
  });
}
