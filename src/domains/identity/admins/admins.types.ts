export type AdminRole = 'OWNER' | 'ADMIN' | 'MODERATOR' | 'FINANCE' | 'SUPPORT' | 'ANALYST';

/** A person who runs the platform; admin accounts are separate from users. */
export type AdminUser = {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly role: AdminRole;
  readonly createdAt: Date;
};

/** Role and factor of an admin, read with each request to decide whether they may act. */
export type AdminStanding = Pick<AdminUser, 'id' | 'role'> & {
  /** Whether the admin has a second factor in force. */
  readonly hasFactor: boolean;
  /** Whether the admin needs one whatever the configuration says. */
  readonly mustEnroll: boolean;
};
