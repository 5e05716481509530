/** For graphql-codegen: the types of the API's scalars, as its JSON carries them. */
export const scalars = {
  DateTime: 'string',
  JSON: 'unknown',
  Upload: { input: 'Blob', output: 'never' },
};

/** For graphql-codegen's preset `client`: how its documents fit Apollo Client and a strict project. */
export const clientPreset = {
  // The generator's types name their presets.
  preset: 'client' as const,
  presetConfig: { fragmentMasking: false },
  config: { enumsAsTypes: true, useTypeImports: true, scalars },
};
