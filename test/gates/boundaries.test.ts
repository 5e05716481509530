import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { cruise } from 'dependency-cruiser';
import type { IFlattenedRuleSet } from 'dependency-cruiser';

const load = createRequire(import.meta.url);
const { forbidden } = load('../../.dependency-cruiser.cjs') as { forbidden: Rules };
const { imports } = load('../../package.json') as { imports: Record<string, string> };

type Rules = NonNullable<IFlattenedRuleSet['forbidden']>;
type Sources = Record<string, string>;

test('an import in the allowed direction passes', async (t) => {
  const sources: Sources = {
    'src/main.ts': `import './commands/start.ts';`,
    'src/commands/start.ts': `import '#src/app/app.ts';\nexport const start = () => import('../../packages/embedded-postgres-server/src/server.ts');`,
    'src/app/app.ts': `import '#api/server.ts';\nimport './open-ports.ts';`,
    'packages/embedded-postgres-server/src/server.ts': `import './cluster.ts';`,
    'packages/embedded-postgres-server/src/cluster.ts': `import 'node:path';`,
    'packages/admin-panel/src/session.ts': `import '../../../client/src/admin/admin.ts';`,
    'client/src/admin/admin.ts': `import './requests.ts';`,
    'client/src/admin/requests.ts': `export const sent = 1;`,
    'src/app/open-ports.ts': `export const open = () => import('#adapters/mail/smtp.ts');`,
    'src/api/server.ts': `import './schema.ts';\nimport './sockets/websocket.ts';\nimport './ops/metrics.ts';\nimport './pages/start-page.ts';`,
    'src/api/schema.ts': `import '#domains/content/posts/posts.schema.ts';`,
    'src/api/sockets/websocket.ts': `import '#api/http/request-body.ts';\nimport '#api/live/frames.ts';`,
    'src/api/http/request-body.ts': `import '#api/uploads/discard.ts';`,
    'src/api/uploads/discard.ts': `import '#api/execution/execution.ts';`,
    'src/api/ops/metrics.ts': `import '#api/live/frames.ts';`,
    'src/api/live/frames.ts': `import '#api/execution/execution.ts';`,
    'src/api/execution/execution.ts': `import '#platform/kernel/text.ts';`,
    'src/api/pages/start-page.ts': `import '#platform/kernel/text.ts';`,
    'src/domains/content/posts/posts.schema.ts': `import './posts.service.ts';\nimport '#domains/identity/users/users.schema.ts';`,
    'src/domains/content/posts/posts.service.ts': `import './posts.queries.ts';\nimport '#domains/graph/follows/follows.service.ts';`,
    'src/domains/content/posts/posts.queries.ts': `import '#platform/kernel/text.ts';`,
    'src/domains/content/posts/posts.test.ts': `import './posts.queries.ts';\nimport '#test/world.ts';\nimport '#adapters/mail/smtp.ts';`,
    'src/domains/graph/follows/follows.service.ts': `import '#domains/identity/sessions/sessions.policy.ts';`,
    'src/domains/identity/sessions/sessions.policy.ts': `import '#domains/identity/users/users.types.ts';`,
    'src/domains/identity/users/users.schema.ts': `import './users.types.ts';`,
    'src/domains/identity/users/users.types.ts': `import type { Mail } from '#ports/mail.ts';`,
    'src/adapters/mail/smtp.ts': `import './addresses.ts';\nimport '#ports/mail.ts';\nimport '#platform/kernel/text.ts';`,
    'src/adapters/mail/addresses.ts': `import '#platform/kernel/text.ts';`,
    'src/platform/kernel/text.ts': `import type { Mail } from '#ports/mail.ts';`,
    'src/ports/mail.ts': `import { join } from 'node:path';\nexport type Mail = typeof join;`,
    'test/world.ts': `import '#src/app/app.ts';`,
  };
  assert.deepEqual(await violations(t, sources), []);
});

test('a layer cannot import layers above or beside it', async (t) => {
  const sources: Sources = {
    'src/app/open-ports.ts': `import '#adapters/mail/smtp.ts';`,
    'src/config/mail.ts': `import '#ports/mail.ts';`,
    'src/api/http/media.ts': `import '#domains/content/posts/posts.queries.ts';\nimport('#adapters/mail/smtp.ts');`,
    'src/domains/content/posts/posts.queries.ts': `import '#api/http/media.ts';`,
    'src/adapters/mail/smtp.ts': `import '#domains/content/posts/posts.service.ts';\nimport '#adapters/push/fcm.ts';`,
    'src/adapters/push/fcm.ts': `import '#ports/mail.ts';`,
    'src/domains/content/posts/posts.service.ts': `import '#test/world.ts';`,
    'src/platform/kernel/text.ts': `import type { Post } from '#domains/content/posts/posts.types.ts';`,
    'src/domains/content/posts/posts.types.ts': `export type Post = string;`,
    'src/ports/mail.ts': `import '#platform/kernel/clock.ts';`,
    'src/platform/kernel/clock.ts': `export const now = 1;`,
    'client/src/client.ts': `import '#platform/kernel/clock.ts';`,
    'src/commands/start.ts': `import '../../packages/embedded-postgres-server/src/server.ts';`,
    'src/app/app.ts': `import '../commands/migrate.ts';\nexport const open = () => import('../../packages/embedded-postgres-server/src/server.ts');`,
    'src/commands/migrate.ts': `import '#platform/kernel/clock.ts';`,
    'packages/embedded-postgres-server/src/server.ts': `import '#platform/kernel/clock.ts';\nimport '../../../client/src/client.ts';`,
    'packages/admin-panel/src/session.ts': `import '../../../client/src/client.ts';\nimport '#platform/kernel/clock.ts';`,
    'test/world.ts': `export const world = 1;`,
  };
  assert.deepEqual(await violations(t, sources), [
    'adapters-do-not-mix: src/adapters/mail/smtp.ts → src/adapters/push/fcm.ts',
    'adapters-import-only-what-they-may: src/adapters/mail/smtp.ts → src/domains/content/posts/posts.service.ts',
    'adapters-load-on-demand: src/app/open-ports.ts → src/adapters/mail/smtp.ts',
    'adapters-only-from-open-ports: src/api/http/media.ts → src/adapters/mail/smtp.ts',
    'admin-panel-takes-its-entries-of-the-client: packages/admin-panel/src/session.ts → client/src/client.ts',
    'admin-panel-takes-its-entries-of-the-client: packages/admin-panel/src/session.ts → src/platform/kernel/clock.ts',
    'api-import-only-what-they-may: src/api/http/media.ts → src/adapters/mail/smtp.ts',
    'api-import-only-what-they-may: src/api/http/media.ts → src/domains/content/posts/posts.queries.ts',
    'app-import-only-what-they-may: src/app/app.ts → packages/embedded-postgres-server/src/server.ts',
    'app-import-only-what-they-may: src/app/app.ts → src/commands/migrate.ts',
    'client-stands-alone: client/src/client.ts → src/platform/kernel/clock.ts',
    'config-import-only-what-they-may: src/config/mail.ts → src/ports/mail.ts',
    'domains-import-only-what-they-may: src/domains/content/posts/posts.queries.ts → src/api/http/media.ts',
    'domains-import-only-what-they-may: src/domains/content/posts/posts.service.ts → test/world.ts',
    'embedded-postgres-loads-on-demand: src/commands/start.ts → packages/embedded-postgres-server/src/server.ts',
    'embedded-postgres-only-from-commands: src/app/app.ts → packages/embedded-postgres-server/src/server.ts',
    'no-cycles: src/api/http/media.ts → src/domains/content/posts/posts.queries.ts',
    'packages-stand-alone: packages/embedded-postgres-server/src/server.ts → client/src/client.ts',
    'packages-stand-alone: packages/embedded-postgres-server/src/server.ts → src/platform/kernel/clock.ts',
    'platform-import-only-what-they-may: src/platform/kernel/text.ts → src/domains/content/posts/posts.types.ts',
    'ports-import-only-what-they-may: src/ports/mail.ts → src/platform/kernel/clock.ts',
    'production-knows-no-tests: src/domains/content/posts/posts.service.ts → test/world.ts',
  ]);
});

test('a room of the API imports only the rooms that it may', async (t) => {
  const sources: Sources = {
    'src/api/server.ts': `export const path = '/';`,
    'src/api/execution/execution.ts': `import '#api/server.ts';`,
    'src/api/execution/execution.test.ts': `import '#api/server.ts';`,
    'src/api/live/live.ts': `import '#api/uploads/multipart.ts';`,
    'src/api/uploads/multipart.ts': `import type { Body } from '#api/http/request-body.ts';`,
    'src/api/http/request-body.ts': `export type Body = string;`,
    'src/api/http/graphql-route.ts': `import '#api/live/live.ts';`,
    'src/api/sockets/websocket.ts': `import '#api/uploads/multipart.ts';`,
    'src/api/pages/start-page.ts': `import '#api/server.ts';`,
    'src/api/ops/ops.ts': `import '#api/sockets/websocket.ts';`,
  };
  assert.deepEqual(await violations(t, sources), [
    'api-execution-imports-only-what-it-may: src/api/execution/execution.ts → src/api/server.ts',
    'api-http-imports-only-what-it-may: src/api/http/graphql-route.ts → src/api/live/live.ts',
    'api-live-imports-only-what-it-may: src/api/live/live.ts → src/api/uploads/multipart.ts',
    'api-ops-imports-only-what-it-may: src/api/ops/ops.ts → src/api/sockets/websocket.ts',
    'api-pages-imports-only-what-it-may: src/api/pages/start-page.ts → src/api/server.ts',
    'api-sockets-imports-only-what-it-may: src/api/sockets/websocket.ts → src/api/uploads/multipart.ts',
    'api-uploads-imports-only-what-it-may: src/api/uploads/multipart.ts → src/api/http/request-body.ts',
  ]);
});

test('a domain keeps its private files and its tier', async (t) => {
  const sources: Sources = {
    'src/domains/identity/users/users.service.ts': `import '#domains/insight/notifications/notifications.events.ts';`,
    'src/domains/identity/users/users.schema.ts': `import './users.service.ts';`,
    'src/domains/identity/users/users.queries.ts': `export const rows = 1;`,
    'src/domains/content/posts/posts.service.ts': `import '#domains/messaging/calls/calls.service.ts';`,
    'src/domains/content/feed/feed.service.ts': `import '#domains/identity/users/users.schema.ts';\nimport '#domains/identity/users/users.queries.ts';`,
    'src/domains/messaging/calls/calls.service.ts': `import './calls.state.ts';`,
    'src/domains/messaging/calls/calls.state.ts': `export const ringing = 1;`,
    'src/domains/insight/notifications/notifications.events.ts': `import '#domains/messaging/calls/calls.state.ts';`,
    'src/domains/trust/reports/reports.service.ts': `import '#domains/money/ledger/ledger.jobs.ts';`,
    'src/domains/money/ledger/ledger.jobs.ts': `export const sweep = 1;`,
  };
  assert.deepEqual(await violations(t, sources), [
    'content-imports-only-upwards: src/domains/content/posts/posts.service.ts → src/domains/messaging/calls/calls.service.ts',
    'domain-files-stay-private: src/domains/content/feed/feed.service.ts → src/domains/identity/users/users.queries.ts',
    'domain-files-stay-private: src/domains/insight/notifications/notifications.events.ts → src/domains/messaging/calls/calls.state.ts',
    'domain-files-stay-private: src/domains/trust/reports/reports.service.ts → src/domains/money/ledger/ledger.jobs.ts',
    'identity-imports-only-upwards: src/domains/identity/users/users.service.ts → src/domains/insight/notifications/notifications.events.ts',
    'schemas-only-from-schemas: src/domains/content/feed/feed.service.ts → src/domains/identity/users/users.schema.ts',
  ]);
});

test('a domain imports only domains of its tier that precede it in src/domains/modules.ts', async (t) => {
  const sources: Sources = {
    'src/domains/identity/users/users.service.ts': `import '#domains/identity/sessions/sessions.service.ts';`,
    'src/domains/identity/sessions/sessions.service.ts': `import '#domains/identity/users/users.types.ts';`,
    'src/domains/identity/users/users.types.ts': `export const user = 1;`,
    'src/domains/foundation/visibility/visibility.service.ts': `import '#domains/foundation/media/media.types.ts';`,
    'src/domains/foundation/media/media.types.ts': `export const media = 1;`,
    'src/domains/foundation/polls/polls.service.ts': `import '#domains/foundation/media/media.types.ts';\nimport '../visibility/visibility.types.ts';`,
    'src/domains/foundation/visibility/visibility.types.ts': `export const visibility = 1;`,
    'src/domains/messaging/messages/messages.service.ts': `import '#domains/content/posts/posts.types.ts';`,
    'src/domains/content/posts/posts.types.ts': `import '#domains/content/feed/feed.types.ts';`,
    'src/domains/content/feed/feed.types.ts': `export const feed = 1;`,
  };
  assert.deepEqual(await violations(t, sources), [
    'foundation-imports-only-domains-above-it: src/domains/foundation/visibility/visibility.service.ts → src/domains/foundation/media/media.types.ts',
    'posts-imports-only-domains-above-it: src/domains/content/posts/posts.types.ts → src/domains/content/feed/feed.types.ts',
    'users-imports-only-domains-above-it: src/domains/identity/users/users.service.ts → src/domains/identity/sessions/sessions.service.ts',
  ]);
});

test('type cycles, dead files and broken imports are found', async (t) => {
  const sources: Sources = {
    'src/main.ts': `import '#platform/a.ts';`,
    'src/platform/a.ts': `import type { B } from './b.ts';\nexport type A = B;`,
    'src/platform/b.ts': `import type { A } from './a.ts';\nimport './absent.ts';\nexport type B = A;`,
    'src/platform/lonely.ts': `export const lonely = 1;`,
    'src/platform/tested.ts': `export const tested = 1;`,
    'src/platform/tested.test.ts': `import './tested.ts';`,
  };
  assert.deepEqual(await violations(t, sources), [
    'no-cycles: src/platform/a.ts → src/platform/b.ts',
    'no-orphans: src/platform/lonely.ts → src/platform/lonely.ts',
    'no-unreachable-files: src/platform/lonely.ts → src/platform/lonely.ts',
    'no-unreachable-files: src/platform/tested.ts → src/platform/tested.ts',
    'nothing-unresolvable: src/platform/b.ts → ./absent.ts',
  ]);
});

/** Writes the files into a temporary folder and checks them with the rules of the project. */
async function violations(
  t: { after(work: () => Promise<void>): void },
  sources: Sources,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boundaries-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', imports }));
  for (const [file, source] of Object.entries(sources)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), source);
  }
  const roots = [...new Set(Object.keys(sources).map((file) => file.split('/')[0]!))];
  const { output } = await cruise(
    roots,
    {
      baseDir: folder,
      ruleSet: { forbidden },
      validate: true,
      tsPreCompilationDeps: true,
      outputType: 'json',
    },
    { conditionNames: ['import', 'node', 'types', 'default'], exportsFields: ['exports'] },
  );
  assert.ok(typeof output === 'string');
  const report = JSON.parse(output) as { summary: { violations: Violation[] } };
  return report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).sort();
}

type Violation = { rule: { name: string }; from: string; to: string };
