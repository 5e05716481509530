/** Account of the user at the identity provider. */
export type ProviderAccount = {
  readonly userId: string;
  readonly subject: string;
  /** Null if the provider has none. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
};
