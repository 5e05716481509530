import assert from 'node:assert/strict';
import { ConfigError, readConfig } from '#src/config/config.ts';
import type { Environment } from '#src/config/variables.ts';

export const SECRETS = {
  ADMIN_TOKEN_SECRET: 'a'.repeat(32),
  MEDIA_LINK_SECRET: 'b'.repeat(32),
  IDENTITY_SECRET: 'c'.repeat(32),
  ADMIN_TOTP_SECRET: 'd'.repeat(32),
};
export const SMTP = {
  MAILER: 'smtp',
  SMTP_URL: 'smtp://plaza%40example.com:p%2Fss@mail.example.com:587',
  MAIL_FROM: 'Plaza <mail@example.com>',
};
export const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://api.example.com/',
  ...SMTP,
  ...SECRETS,
  PAYMENTS: 'embedded',
  CALL_SERVER: 'none',
};
export const FIREBASE = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'plaza',
  FIREBASE_API_KEY: 'key',
  FIREBASE_CLIENT_EMAIL: 'service@plaza.example',
  FIREBASE_PRIVATE_KEY: 'first line\\nsecond line',
};

export const namesOf = (problems: readonly string[]): (string | undefined)[] =>
  problems.map((problem) => problem.split(':')[0]);

export function problemsOf(env: Environment): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    const [title, ...problems] = error.message.split('\n');
    assert.equal(title, 'The configuration is wrong:');
    return problems.map((problem) => problem.replace(/^ {2}- /, ''));
  }
}
