import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const COMPILER = createRequire(import.meta.url).resolve('relay-compiler/cli.js');
const SCHEMA_FOLDER = path.resolve(import.meta.dirname, '../schema');

test("relay's compiler takes the client schema: paging, refetching by node, payloads, events", async (t) => {
  const compiled = await compile(t, 'client.graphql', [
    'query DocumentsFeedQuery { ...Documents_feed }',
    `fragment Documents_feed on Query
      @argumentDefinitions(count: { type: "Int", defaultValue: 10 }, cursor: { type: "String" })
      @refetchable(queryName: "DocumentsFeedPageQuery") {
      feed(first: $count, after: $cursor) @connection(key: "Documents_feed") {
        edges { reason node { ...Documents_post } }
      }
    }`,
    `fragment Documents_post on Post @refetchable(queryName: "DocumentsPostQuery") {
      text author { username } media { url }
    }`,
    `query DocumentsMessagesQuery($id: ID!, $count: Int, $cursor: String) {
      conversationMessages(conversationId: $id, first: $count, after: $cursor)
        @connection(key: "Documents_conversationMessages") { edges { node { seq text } } }
    }`,
    `mutation DocumentsPublishMutation($input: CreatePostInput!) {
      createPost(input: $input) { post { id } errors { code ... on ValidationError { limit } } }
    }`,
    'subscription DocumentsMessageSubscription { messageAdded { cursor message { id text } } }',
  ]);
  assert.match(compiled, /compiled documents: \d+ reader/);
});

test("relay's compiler takes the admin schema", async (t) => {
  const compiled = await compile(t, 'admin.graphql', [
    `query DocumentsUsersQuery($count: Int, $cursor: String) {
      adminGetUsers(first: $count, after: $cursor) @connection(key: "Documents_adminGetUsers") {
        edges { node { id username } }
      }
    }`,
  ]);
  assert.match(compiled, /compiled documents: \d+ reader/);
});

/** @returns what the compiler says; it fails, and so does this, when a document or the schema is not to its taste */
async function compile(t: TestContext, schema: string, documents: readonly string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaza-relay-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, 'source'));
  await copyFile(path.join(SCHEMA_FOLDER, schema), path.join(folder, 'schema.graphql'));
  const config = {
    src: './source',
    schema: './schema.graphql',
    language: 'typescript',
    eagerEsModules: true,
  };
  await writeFile(path.join(folder, 'relay.config.json'), JSON.stringify(config));
  const source = documents.map((document) => `graphql\`${document}\`;`).join('\n');
  await writeFile(
    path.join(folder, 'source', 'Documents.ts'),
    `import { graphql } from 'relay-runtime';\n${source}\n`,
  );
  const { stdout, stderr } = await run(process.execPath, [COMPILER], { cwd: folder });
  return stdout + stderr;
}
