-- The tables of the embedded identity provider. They belong to the better-auth library: its names, its column
-- types, its string ids; only src/adapters/identity/embedded.ts reads or writes them, always through the library.
-- Nothing in the product's own schema refers to them, so an installation that uses another provider leaves them empty.
-- A test asks the library whether it would change anything here; a new version of it that does gets a migration of its own.

CREATE SCHEMA auth;

CREATE TABLE auth."user" (
  id              text PRIMARY KEY,
  name            text NOT NULL,
  email           text NOT NULL UNIQUE,
  "emailVerified" boolean NOT NULL,
  image           text,
  "createdAt"     timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"     timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- One row per sign-in; the token is what the product hands out as refresh token.
CREATE TABLE auth.session (
  id          text PRIMARY KEY,
  "expiresAt" timestamptz NOT NULL,
  token       text NOT NULL UNIQUE,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL,
  "ipAddress" text,
  "userAgent" text,
  "userId"    text NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE
);

CREATE INDEX "session_userId_idx" ON auth.session ("userId");

-- The ways a person can sign in; the password is a salted scrypt hash.
CREATE TABLE auth.account (
  id                      text PRIMARY KEY,
  "accountId"             text NOT NULL,
  "providerId"            text NOT NULL,
  "userId"                text NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
  "accessToken"           text,
  "refreshToken"          text,
  "idToken"               text,
  "accessTokenExpiresAt"  timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope                   text,
  password                text,
  "createdAt"             timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"             timestamptz NOT NULL
);

CREATE INDEX "account_userId_idx" ON auth.account ("userId");

CREATE TABLE auth.verification (
  id          text PRIMARY KEY,
  identifier  text NOT NULL,
  value       text NOT NULL,
  "expiresAt" timestamptz NOT NULL,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX verification_identifier_idx ON auth.verification (identifier);

-- The key pairs that sign access tokens; the private half is encrypted with the provider's secret.
CREATE TABLE auth.jwks (
  id           text PRIMARY KEY,
  "publicKey"  text NOT NULL,
  "privateKey" text NOT NULL,
  "createdAt"  timestamptz NOT NULL,
  "expiresAt"  timestamptz,
  alg          text,
  crv          text
);
