import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createAdmin } from '#domains/identity/admins/admins.service.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { type App, createApp } from '#src/app/app.ts';
import { readConfig } from '#src/config/config.ts';
import { type Actor, createActor } from '#test/support/actor.ts';
import type { ProductOptions } from './product-server.ts';

/** The product in the process of the measurement, and an admin who may do everything. */
export async function openAdminApp({
  dataDir,
  databaseUrl,
}: Pick<ProductOptions, 'dataDir' | 'databaseUrl'>): Promise<{ app: App; admin: Actor }> {
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    OPS_PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    IMAGE_CLASSIFIER: 'off',
    CALL_SERVER: 'none',
    LIMIT_USER_COST_BUDGET: '2000000000',
  });
  const log = createLogger({ level: 'fatal' });
  const app = await createApp({ config, connectionString: databaseUrl, log });
  const { adminUrl } = await app.listen();
  const credentials = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
  await createAdmin(app.services, { ...credentials, displayName: 'Bench', role: 'OWNER' });
  const admin = createActor(`${adminUrl}/admin/graphql`, { token: null, onEnd: () => undefined });
  const answer: unknown = await admin.do(
    'mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { accessToken errors { code } } }',
    { input: credentials },
  );
  admin.token = signedIn.parse(answer).adminLogin.accessToken;
  return { app, admin };
}

const signedIn = z.object({ adminLogin: z.object({ accessToken: z.string() }) });
