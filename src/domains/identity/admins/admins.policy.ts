import type { Permission } from '#platform/kernel/permissions.ts';
import type { AdminRole } from './admins.types.ts';

/** Permissions of each role. */
const PERMISSIONS_OF_ROLE: Readonly<Record<AdminRole, readonly Permission[]>> = {
  OWNER: ['users.read', 'users.suspend', 'content.manage'],
  ADMIN: ['users.read', 'users.suspend', 'content.manage'],
  MODERATOR: ['users.read', 'users.suspend', 'content.manage'],
  FINANCE: [],
  SUPPORT: ['users.read'],
  ANALYST: [],
};

export const permissionsOf = (role: AdminRole): ReadonlySet<Permission> => new Set(PERMISSIONS_OF_ROLE[role]);
