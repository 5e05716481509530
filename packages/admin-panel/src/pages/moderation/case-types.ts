import type { GetCaseQuery } from '../../generated/graphql.ts';

type Node = NonNullable<GetCaseQuery['adminGetNode']>;
/** Of the objects behind an id the document reads cases alone. */
export type Case = Exclude<Node, Record<PropertyKey, never>>;
export const isCase = (node: Node): node is Case => 'queue' in node;
