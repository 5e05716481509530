import type { Plugin } from 'vite';

type Definition = { readonly kind: string; readonly name?: { readonly value: string } };

/** A generated document, which is JSON up to the cast of its type. */
const DOCUMENT = /^export const \w+ = (\{.*\})(?= as unknown as )/gm;
const MODULE = 'virtual:fragment/';

/**
 * Has documents share the definitions of their fragments. The generator writes each one into every document that uses it, and the same
 * fragment would be loaded, parsed and kept as often.
 */
export function sharedFragments(): Plugin {
  const fragments = new Map<string, Definition>();
  return {
    name: 'shared-fragments',
    // Before types are taken away, by which a document is known.
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${MODULE}`)) return null;
      return `export default ${JSON.stringify(fragments.get(id.slice(MODULE.length + 1)))};`;
    },
    transform(code, id) {
      if (!id.endsWith('.generated.ts')) return null;
      const used = new Set<string>();
      const shared = code.replace(DOCUMENT, (all, json: string) => {
        // The generator writes nothing else.
        const { definitions } = JSON.parse(json) as { readonly definitions: readonly Definition[] };
        const list = definitions.map((definition) => {
          const name = definition.name?.value;
          if (definition.kind !== 'FragmentDefinition' || name === undefined)
            return JSON.stringify(definition);
          fragments.set(name, definition);
          used.add(name);
          return `fragment${name}`;
        });
        return all.replace(json, () => `{"kind":"Document","definitions":[${list.join(',')}]}`);
      });
      const imports = [...used].map((name) => `import fragment${name} from '${MODULE}${name}';\n`);
      return { code: imports.join('') + shared, map: null };
    },
  };
}
