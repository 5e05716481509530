import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { IdentityErrorCode, PasswordCredentials } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import { z } from 'zod';

/** Timeout of one request to the provider. */
export const FIREBASE_TIMEOUT_MS = 5 * SECOND_MS;

export type FirebaseRestOptions = {
  readonly apiKey: string;
  readonly restBaseUrl?: string | undefined;
  readonly tokenBaseUrl?: string | undefined;
};

export type FirebaseTokens = { readonly idToken: string; readonly refreshToken: string };

export type FirebaseRest = {
  signUp(credentials: PasswordCredentials): Promise<FirebaseTokens>;
  signIn(credentials: PasswordCredentials): Promise<FirebaseTokens>;
  refresh(refreshToken: string): Promise<FirebaseTokens>;
  setPassword(idToken: string, password: string): Promise<void>;
  /** Does not apply the code. @throws IdentityError CODE_INVALID */
  addressOfCode(code: string): Promise<string>;
  /** @throws IdentityError CODE_INVALID | PASSWORD_TOO_WEAK */
  resetPassword(code: string, newPassword: string): Promise<void>;
  /** @throws IdentityError CODE_INVALID */
  verifyEmail(code: string): Promise<void>;
};

/** The provider's REST operations that its admin SDK lacks: passwords, refresh tokens and codes, as in the client SDKs. */
export function createFirebaseRest(options: FirebaseRestOptions): FirebaseRest {
  const accounts = safeBaseUrl(options.restBaseUrl ?? 'https://identitytoolkit.googleapis.com');
  const tokens = safeBaseUrl(options.tokenBaseUrl ?? 'https://securetoken.googleapis.com');
  const key = `?key=${encodeURIComponent(options.apiKey)}`;
  const askAccounts = (
    method: string,
    { email, password }: PasswordCredentials,
    refusals: Refusals,
  ): Promise<FirebaseTokens> =>
    postChecked(`${accounts}/v1/accounts:${method}${key}`, {
      question: { email, password, returnSecureToken: true },
      answer: accountTokens,
      refusals,
    });
  return {
    signUp: (credentials) => askAccounts('signUp', credentials, SIGN_UP_REFUSALS),
    signIn: (credentials) => askAccounts('signInWithPassword', credentials, SIGN_IN_REFUSALS),
    refresh: (refreshToken) =>
      postChecked(`${tokens}/v1/token${key}`, {
        question: { grant_type: 'refresh_token', refresh_token: refreshToken },
        answer: refreshedTokens,
        refusals: REFRESH_REFUSALS,
      }),
    async setPassword(idToken, password) {
      await postChecked(`${accounts}/v1/accounts:update${key}`, {
        question: { idToken, password, returnSecureToken: false },
        answer: anything,
        refusals: NEW_PASSWORD_REFUSALS,
      });
    },
    addressOfCode: (code) =>
      postChecked(`${accounts}/v1/accounts:resetPassword${key}`, {
        question: { oobCode: code },
        answer: addressed,
        refusals: CODE_REFUSALS,
      }),
    async resetPassword(code, newPassword) {
      await postChecked(`${accounts}/v1/accounts:resetPassword${key}`, {
        question: { oobCode: code, newPassword },
        answer: anything,
        refusals: CODE_REFUSALS,
      });
    },
    async verifyEmail(code) {
      await postChecked(`${accounts}/v1/accounts:update${key}`, {
        question: { oobCode: code },
        answer: anything,
        refusals: CODE_REFUSALS,
      });
    },
  };
}

/** Passwords and tokens are sent to this address, so it must be encrypted or local. */
function safeBaseUrl(text: string): string {
  const url = new URL(text);
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    throw new Error(`The identity provider's address must begin with https: ${url.origin}`);
  }
  return url.href.replace(/\/+$/, '');
}

const accountTokens = z.object({ idToken: z.string(), refreshToken: z.string() });

const refreshedTokens = z
  .object({ id_token: z.string(), refresh_token: z.string() })
  .transform((answer) => ({ idToken: answer.id_token, refreshToken: answer.refresh_token }));

const anything = z.object({});
const addressed = z.object({ email: z.string() }).transform(({ email }) => email);

/** Error reasons of the provider, each with its meaning for the caller of one operation. */
type Refusals = Partial<Record<string, IdentityErrorCode>>;

type Exchange<Answer> = {
  readonly question: object;
  readonly answer: z.ZodType<Answer>;
  readonly refusals: Refusals;
};

async function postChecked<Answer>(
  url: string,
  { question, answer, refusals }: Exchange<Answer>,
): Promise<Answer> {
  const { status, body } = await post(url, question);
  if (status !== 200) throw identityErrorOf(status, body, refusals);
  const parsed = answer.safeParse(body);
  if (!parsed.success) throw unavailable('answered in an unknown form', parsed.error);
  return parsed.data;
}

async function post(url: string, question: object): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      redirect: 'error',
      signal: AbortSignal.timeout(FIREBASE_TIMEOUT_MS),
    });
    return { status: response.status, body: await response.json() };
  } catch (error) {
    throw unavailable('cannot be reached', error);
  }
}

const failureSchema = z.object({ error: z.object({ message: z.string() }) });

function identityErrorOf(status: number, body: unknown, refusals: Refusals): IdentityError {
  const failure = failureSchema.safeParse(body);
  // Some reasons have an explanation: `WEAK_PASSWORD : Password should be at least 6 characters`.
  const reason = failure.success ? (/^\w+/.exec(failure.data.error.message)?.[0] ?? '') : '';
  const code = refusals[reason];
  if (!code) return unavailable(`answered ${status} ${reason}`);
  return refused(code);
}

const refused = (code: IdentityErrorCode): IdentityError =>
  new IdentityError(code, MESSAGES[code] ?? 'The identity provider refused.');

export const credentialsRefused = (): IdentityError => refused('CREDENTIALS_REFUSED');
export const passwordTooWeak = (): IdentityError => refused('PASSWORD_TOO_WEAK');
export const codeInvalid = (): IdentityError => refused('CODE_INVALID');

const SIGN_UP_REFUSALS: Refusals = {
  EMAIL_EXISTS: 'EMAIL_TAKEN',
  INVALID_EMAIL: 'EMAIL_INVALID',
  MISSING_EMAIL: 'EMAIL_INVALID',
  WEAK_PASSWORD: 'PASSWORD_TOO_WEAK',
  MISSING_PASSWORD: 'PASSWORD_TOO_WEAK',
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: 'PASSWORD_TOO_WEAK',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'TOO_MANY_ATTEMPTS',
  QUOTA_EXCEEDED: 'TOO_MANY_ATTEMPTS',
};

/** One error for every reason, since older projects distinguish an unknown account from a wrong password. */
const SIGN_IN_REFUSALS: Refusals = {
  EMAIL_NOT_FOUND: 'CREDENTIALS_REFUSED',
  INVALID_PASSWORD: 'CREDENTIALS_REFUSED',
  INVALID_LOGIN_CREDENTIALS: 'CREDENTIALS_REFUSED',
  INVALID_EMAIL: 'CREDENTIALS_REFUSED',
  MISSING_EMAIL: 'CREDENTIALS_REFUSED',
  MISSING_PASSWORD: 'CREDENTIALS_REFUSED',
  USER_DISABLED: 'CREDENTIALS_REFUSED',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'TOO_MANY_ATTEMPTS',
  QUOTA_EXCEEDED: 'TOO_MANY_ATTEMPTS',
};

/** Refusals of the new password, after the current one was accepted. */
const NEW_PASSWORD_REFUSALS: Refusals = {
  WEAK_PASSWORD: 'PASSWORD_TOO_WEAK',
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: 'PASSWORD_TOO_WEAK',
  INVALID_ID_TOKEN: 'CREDENTIALS_REFUSED',
  TOKEN_EXPIRED: 'CREDENTIALS_REFUSED',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'CREDENTIALS_REFUSED',
  USER_NOT_FOUND: 'CREDENTIALS_REFUSED',
  USER_DISABLED: 'CREDENTIALS_REFUSED',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'TOO_MANY_ATTEMPTS',
  QUOTA_EXCEEDED: 'TOO_MANY_ATTEMPTS',
};

const CODE_REFUSALS: Refusals = {
  EXPIRED_OOB_CODE: 'CODE_INVALID',
  INVALID_OOB_CODE: 'CODE_INVALID',
  EMAIL_NOT_FOUND: 'CODE_INVALID',
  USER_NOT_FOUND: 'CODE_INVALID',
  USER_DISABLED: 'CODE_INVALID',
  WEAK_PASSWORD: 'PASSWORD_TOO_WEAK',
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: 'PASSWORD_TOO_WEAK',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'TOO_MANY_ATTEMPTS',
  QUOTA_EXCEEDED: 'TOO_MANY_ATTEMPTS',
};

const REFRESH_REFUSALS: Refusals = {
  TOKEN_EXPIRED: 'REFRESH_REFUSED',
  USER_DISABLED: 'REFRESH_REFUSED',
  USER_NOT_FOUND: 'REFRESH_REFUSED',
  INVALID_REFRESH_TOKEN: 'REFRESH_REFUSED',
  MISSING_REFRESH_TOKEN: 'REFRESH_REFUSED',
  QUOTA_EXCEEDED: 'TOO_MANY_ATTEMPTS',
};

const MESSAGES: Partial<Record<IdentityErrorCode, string>> = {
  EMAIL_TAKEN: 'The e-mail address is already in use.',
  EMAIL_INVALID: 'This is not an e-mail address.',
  PASSWORD_TOO_WEAK: 'The password does not meet the rules.',
  CREDENTIALS_REFUSED: 'The e-mail address or the password does not match.',
  CODE_INVALID: 'The code is wrong, used or expired.',
  REFRESH_REFUSED: 'The session has ended: sign in again.',
  TOO_MANY_ATTEMPTS: 'Too many attempts: try again later.',
};

export const unavailable = (what: string, cause?: unknown): IdentityError =>
  new IdentityError('PROVIDER_UNAVAILABLE', `The identity provider ${what}.`, { cause });
