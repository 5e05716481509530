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
  /**
   * Proves anew that somebody is who they are and leaves no sign-in behind that anybody could use.
   * Takes the same time for every address. @throws IdentityError CREDENTIALS_REFUSED
   */
  checkPassword(credentials: PasswordCredentials): Promise<{ subject: string }>;
  /**
   * Replaces the password and ends no sign-in that the provider can keep.
   * @returns tokens of a new sign-in for the caller to go on with, where the provider ends them all; otherwise null
   * @throws IdentityError CREDENTIALS_REFUSED (also when `email` is not the address of `subject`) | PASSWORD_TOO_WEAK
   */
  changePassword(change: PasswordChange): Promise<IssuedTokens | null>;
  /**
   * A code that lets whoever has it choose a new password, once and within an hour. Its maker sees to it that only the
   * account's mailbox gets it. Where the provider can, a new code ends the older ones.
   * @returns null when no account with this address can sign in, which must not be told
   */
  createPasswordResetCode(email: string): Promise<string | null>;
  /**
   * Ends all sign-ins of the person and all their codes of this kind that the provider can end.
   * @throws IdentityError CODE_INVALID | PASSWORD_TOO_WEAK, which leaves the code as it was
   */
  resetPassword(reset: { code: string; newPassword: string }): Promise<{ subject: string }>;
  /**
   * A code that shows that its holder reads the mail of the account's present address, once and within a day.
   * Tokens that are issued later say so. @throws IdentityError TOKEN_REVOKED when there is no such account or no address
   */
  createEmailVerificationCode(subject: string): Promise<string>;
  /** @throws IdentityError CODE_INVALID, also when the account has another address by now */
  verifyEmail(code: string): Promise<{ subject: string; email: string }>;
  /** Erases the person at the provider; repeating it is success. */
  deleteSubject(subject: string): Promise<void>;
  close(): Promise<void>;
};

export type PasswordCredentials = { readonly email: string; readonly password: string };

export type PasswordChange = {
  readonly subject: string;
  readonly email: string;
  readonly currentPassword: string;
  readonly newPassword: string;
};

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
  | 'CODE_INVALID'
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
