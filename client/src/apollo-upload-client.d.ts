// The package declares its types in JSDoc comments, which the compiler does not read from dependencies.

declare module 'apollo-upload-client/UploadHttpLink.mjs' {
  import type { ApolloLink } from '@apollo/client';

  export default class UploadHttpLink extends ApolloLink {
    constructor(options: { uri: string; fetch: typeof fetch });
  }
}

declare module 'apollo-upload-client/isExtractableFile.mjs' {
  export default function isExtractableFile(value: unknown): value is File | Blob;
}
