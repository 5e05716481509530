import type { Actor, Untyped } from '#test/support/actor.ts';

/** Calls a mutation by its name. @returns its payload, with refusals @throws Error for errors of the request */
export async function callMutation(
  actor: Actor,
  { name, payload, input }: { name: string; payload: string; input: Readonly<Record<string, unknown>> },
): Promise<Untyped> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await actor.ask(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${payload} } }`,
    { input },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data[name];
}
