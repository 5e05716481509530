/** Who a user is to the identity provider, and where mails reach them. */
export type Credential = {
  readonly userId: string;
  readonly subject: string;
  /** Null when the provider knows none. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
};
