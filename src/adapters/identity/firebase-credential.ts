import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { Credential, GoogleOAuthAccessToken } from 'firebase-admin/app';
import { importPKCS8, SignJWT } from 'jose';
import type { Agent } from 'node:https';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const SCOPES = [
  'https://www.googleapis.com/auth/cloud-platform',
  'https://www.googleapis.com/auth/identitytoolkit',
];
const ASSERTION_LIFE_SECONDS = 3_600;

export type CredentialOptions = {
  readonly serviceAccount: { readonly clientEmail: string; readonly privateKey: string };
  readonly httpAgent?: Agent | undefined;
  readonly timeoutMs: number;
  readonly clock: Clock;
};

/**
 * Authenticates the service account to Google by a signed assertion exchanged for a short-lived access token (RFC 7523). The SDK caches
 * the token until it expires. Its own credential of this kind ignores the HTTP agent, and with it a proxy.
 * @throws Error for an invalid private key, at construction and not at the first use
 */
export async function createServiceAccountCredential(options: CredentialOptions): Promise<Credential> {
  const key = await importPKCS8(options.serviceAccount.privateKey, 'RS256');
  return {
    getAccessToken: async () => {
      const issuedAt = Math.floor(options.clock.now().getTime() / SECOND_MS);
      const assertion = await new SignJWT({ scope: SCOPES.join(' ') })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(options.serviceAccount.clientEmail)
        .setAudience(TOKEN_URL)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ASSERTION_LIFE_SECONDS)
        .sign(key);
      return exchange(assertion, options);
    },
  };
}

const grantSchema = z.object({ access_token: z.string(), expires_in: z.number() });

async function exchange(
  assertion: string,
  { httpAgent, timeoutMs }: CredentialOptions,
): Promise<GoogleOAuthAccessToken> {
  const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(
    TOKEN_URL,
    {
      method: 'POST',
      agent: httpAgent,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      signal: AbortSignal.timeout(timeoutMs),
    },
    (response) => {
      if (response.statusCode === 200) {
        text(response).then(resolve, reject);
        return;
      }
      response.resume();
      reject(new Error(`The token endpoint answered ${response.statusCode}.`));
    },
  );
  sent.on('error', reject);
  sent.end(form.toString());
  return grantSchema.parse(JSON.parse(await promise));
}
