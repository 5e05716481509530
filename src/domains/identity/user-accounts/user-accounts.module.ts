/**
 * Accounts of users as admins see and change them. Owns no table: the domains of users, sessions and accounts write their rows.
 * Parts that later domains know, as restrictions or coins, are fields which those add to `UserAccount`.
 * Begin with user-accounts.schema.ts.
 */
import { defineModule } from '#platform/request/module.ts';
import './account-sessions.schema.ts';
import './user-accounts.schema.ts';
import './user-deletion.schema.ts';
import './user-edits.schema.ts';

defineModule({
  name: 'user-accounts',
  permissions: {
    USERS_READ: 'See the list of users with their e-mail addresses and states.',
    USERS_DELETE: 'Have accounts erased, and cancel that.',
    USERS_EDIT: 'Change profiles, end sessions and have archives of data written.',
    USERS_PRIVATE_READ: 'See sessions with addresses and devices, and related accounts.',
  },
});

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    USERS_READ: true;
    USERS_DELETE: true;
    USERS_EDIT: true;
    USERS_PRIVATE_READ: true;
  }
}
