/** A typed document of graphql-codegen: a text by `documentMode: 'string'`, or a node. */
export type AdminDocument<Data, Variables> = {
  readonly __apiType?: (variables: Variables) => Data;
  toString(): string;
};

/** `print` of the package `graphql`. */
export type PrintDocument = (document: never) => string;

/** The text of a document. @throws Error for a node without `print` */
export function textOf(document: { toString(): string }, print: PrintDocument | undefined): string {
  if (typeof document !== 'object' || !('kind' in document)) return document.toString();
  if (!print) throw new Error('The document is a node: give `createAdminClient` `print` of `graphql`.');
  // A node is what it prints.
  return print(document as never);
}
