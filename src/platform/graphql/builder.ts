import SchemaBuilder from '@pothos/core';
import type { UploadedFile } from '#platform/kernel/uploads.ts';
import type { RequestContext } from '#platform/request/context.ts';
import './access.ts';
import './configured.ts';
import './id-arguments.ts';
import './sharing.ts';

export type SchemaTypes = {
  Context: RequestContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    Upload: { Input: UploadedFile; Output: never };
  };
};

/** The schema builder to which every domain adds its types and root fields. */
export const builder = new SchemaBuilder<SchemaTypes>({
  // The access rule runs first: the last plugin is the innermost.
  plugins: ['access', 'idArguments', 'configured', 'sharing'],
  defaultFieldNullability: false,
});

export type Builder = typeof builder;
/** The builder's own view of its types, for helpers that build fields. */
export type Types = Builder extends PothosSchemaTypes.SchemaBuilder<infer Extended> ? Extended : never;

builder.queryType({
  description: 'Reads. Root fields are independent: one that fails does not affect the others.',
});
builder.mutationType({
  description:
    'Writes, executed one after the other, each in a transaction of its own: a refused one changes nothing, and does not undo the ones before it.',
});
builder.subscriptionType({
  description:
    'Live events over the WebSocket. Without arguments each delivers everything of the caller; arguments only narrow. `after` takes the `cursor` of the last event received and first replays what was missed, for 7 days.',
});
