/** Settings that production demands, with nothing outside of the machine. */
export const PRODUCTION_ENV = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1',
  REGISTRATION: 'direct',
  MAILER: 'smtp',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Plaza <mail@example.com>',
  ADMIN_TOKEN_SECRET: 'a'.repeat(32),
  MEDIA_LINK_SECRET: 'b'.repeat(32),
  IDENTITY_SECRET: 'c'.repeat(32),
  ADMIN_TOTP_SECRET: 'd'.repeat(32),
  ADMIN_TOTP: 'optional',
  PAYMENTS: 'embedded',
  CALL_SERVER: 'none',
  PUSH: 'none',
};
