import { startTestServer, TEST_SERVER_VARIABLE } from './test-server.ts';
import type { TestServer } from './test-server.ts';

let server: TestServer | null = null;

/** Runs once before all test files: `node --test --test-global-setup=test/support/global-setup.ts`. */
export async function globalSetup(): Promise<void> {
  server = await startTestServer();
  process.env[TEST_SERVER_VARIABLE] = server.connectionString;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
