/**
 * The identity provider: it owns passwords and sign-in and issues the tokens of users.
 * Plaza keeps profiles and sessions; it never sees a password hash.
 */
export type IdentityPort = {
  /** Stable name of the provider; together with `subject` it identifies a user. */
  readonly provider: string;
  signUp(credentials: PasswordCredentials): Promise<IssuedTokens>;
  signIn(credentials: PasswordCredentials): Promise<IssuedTokens>;
  /** @throws IdentityError REFRESH_REFUSED when the refresh token is unknown, expired or revoked. */
  refresh(refreshToken: string): Promise<IssuedTokens>;
  /** @throws IdentityError TOKEN_INVALID | TOKEN_EXPIRED | TOKEN_REVOKED */
  verify(accessToken: string): Promise<VerifiedIdentity>;
  /** Ends one sign-in at the provider; does nothing at a provider that can only end all of them. */
  endSession(session: { subject: string; sessionKey: string }): Promise<void>;
  /**
   * Verifies credentials (re-authentication) without leaving a usable sign-in.
   * Takes the same time for every address. @throws IdentityError CREDENTIALS_REFUSED
   */
  checkPassword(credentials: PasswordCredentials): Promise<{ subject: string }>;
  /**
   * Replaces the password and keeps the sign-ins, where the provider can.
   * @returns tokens of a new sign-in for the caller when the provider ends them all; otherwise null
   * @throws IdentityError CREDENTIALS_REFUSED (also when `email` is not the address of `subject`) | PASSWORD_TOO_WEAK
   */
  changePassword(change: PasswordChange): Promise<IssuedTokens | null>;
  /**
   * A code for setting a new password, valid once and for an hour. The caller must send it only to the
   * account's mailbox. Older codes become invalid, where the provider can.
   * @returns null when no account with this address can sign in, which must not be revealed
   */
  createPasswordResetCode(email: string): Promise<string | null>;
  /**
   * Ends all sign-ins of the user and all their reset codes, as far as the provider can.
   * @throws IdentityError CODE_INVALID | PASSWORD_TOO_WEAK, which leaves the code valid
   */
  resetPassword(reset: { code: string; newPassword: string }): Promise<{ subject: string }>;
  /**
   * A code that proves access to the mailbox of the account's current address, valid once and for a day.
   * Older ones become invalid, where the provider can. Tokens issued later say so. @throws IdentityError TOKEN_REVOKED when there is no such account or no address
   */
  createEmailVerificationCode(subject: string): Promise<string>;
  /** @throws IdentityError CODE_INVALID, also when the account's address has changed */
  verifyEmail(code: string): Promise<{ subject: string; email: string }>;
  /**
   * A code that proves access to the mailbox of a new address, valid once and for a day. The caller must send it only there. Older ones
   * become invalid, where the provider can.
   * @returns null when an account has the address, which must not be revealed
   * @throws IdentityError TOKEN_REVOKED when there is no such account
   */
  createEmailChangeCode(change: { subject: string; email: string }): Promise<string | null>;
  /**
   * Replaces the address by that of the code, which is verified. Codes for the former address become invalid. Sign-ins stay, where the
   * provider can.
   * @throws IdentityError CODE_INVALID, also when the address has changed or is taken meanwhile
   */
  changeEmail(code: string): Promise<{ subject: string; email: string }>;
  /** Deletes the account at the provider; repeating it succeeds. */
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
  /** Expiry of the access token. */
  readonly expiresAt: Date;
  readonly identity: VerifiedIdentity;
};

export type VerifiedIdentity = {
  readonly provider: string;
  /** The provider's id of the user. */
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  /** Constant over all access tokens of one sign-in, refreshed ones too; unique per sign-in. */
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
