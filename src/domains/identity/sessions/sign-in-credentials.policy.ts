import { z } from 'zod';
import { emailSchema } from '#platform/kernel/email.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import type { PasswordCredentials } from '#ports/identity.ts';

/** Credentials of a sign-in: an e-mail address and a password, or a token from the provider. */
export type Credentials = {
  readonly email?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly providerToken?: string | null | undefined;
};

export type ParsedCredentials =
  { readonly kind: 'token'; readonly token: string } | ({ readonly kind: 'password' } & PasswordCredentials);

// The provider has a limit of its own; this one keeps a megabyte from being hashed.
const PASSWORD_LENGTH_MAX = 1_000;

const passwordCredentials = z.object({
  email: emailSchema,
  password: z
    .string()
    .min(1, 'Must not be empty.')
    .max(PASSWORD_LENGTH_MAX, `Must have at most ${PASSWORD_LENGTH_MAX} characters.`),
});

/** @throws ValidationFailed unless e-mail address and password, or the provider token, are complete */
export function parseCredentials(input: Credentials): ParsedCredentials {
  if (input.providerToken != null) return { kind: 'token', token: input.providerToken };
  return { kind: 'password', ...parsePasswordCredentials(input) };
}

export function parsePasswordCredentials(input: Credentials): PasswordCredentials {
  return parseInput(passwordCredentials, { email: input.email ?? '', password: input.password ?? '' });
}
