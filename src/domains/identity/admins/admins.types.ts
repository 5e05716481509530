export type AdminRole = 'OWNER' | 'ADMIN' | 'MODERATOR' | 'FINANCE' | 'SUPPORT' | 'ANALYST';

/** A person who runs the platform; admin accounts are separate from users. */
export type AdminUser = {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly role: AdminRole;
  readonly createdAt: Date;
};
