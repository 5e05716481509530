/**
 * The identity provider: it owns passwords and sign-in and issues the tokens that users carry.
 * The product keeps profiles and sessions; it never sees a password hash.
 */
export type IdentityPort = {
  /** Stable name of the provider; together with `subject` it identifies a person. */
  readonly provider: string;
  signUp(credentials: PasswordCredentials): Promise<IssuedTokens>;
  signIn(credentials: PasswordCredentials): Promise<IssuedTokens>;
  /** @throws IdentityError REFRESH_REFUSED when the refresh token is unknown, expired or revoked. */
  refresh(refreshToken: string): Promise<IssuedTokens>;
  /** @throws IdentityError TOKEN_INVALID | TOKEN_EXPIRED | TOKEN_REVOKED */
  verify(accessToken: string): Promise<VerifiedIdentity>;
  /** Ends one sign-in at the provider, where it can; a provider that only knows all or nothing does nothing here. */
  endSession(session: { subject: string; sessionKey: string }): Promise<void>;
  /** Erases the person at the provider; repeating it is success. */
  deleteSubject(subject: string): Promise<void>;
  close(): Promise<void>;
};

export type PasswordCredentials = { readonly email: string; readonly password: string };

export type IssuedTokens = {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** When the access token expires. */
  readonly expiresAt: Date;
  readonly identity: VerifiedIdentity;
};

export type VerifiedIdentity = {
  readonly provider: string;
  /** The provider's id of the person. */
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  /** Constant over all access tokens of one sign-in, refreshed ones too; different for every sign-in. */
  readonly sessionKey: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
};

export type IdentityErrorCode =
  | 'TOKEN_INVALID'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_REVOKED'
  | 'REFRESH_REFUSED'
  | 'EMAIL_TAKEN'
  | 'EMAIL_INVALID'
  | 'PASSWORD_TOO_WEAK'
  | 'CREDENTIALS_REFUSED'
  | 'TOO_MANY_ATTEMPTS'
  | 'PROVIDER_UNAVAILABLE';

export class IdentityError extends Error {
  override readonly name = 'IdentityError';
  readonly code: IdentityErrorCode;

  constructor(code: IdentityErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
