import { defineModule } from '#platform/request/module.ts';
import './admins.schema.ts';
import './audit.schema.ts';
import './user-accounts.schema.ts';

defineModule({
  name: 'admins',
  ids: ['admin', 'adminsession', 'auditentry'],
  permissions: {
    USERS_READ: 'See the list of users with their e-mail addresses and states.',
    AUDIT_READ: 'See what admins have done.',
  },
  personalData: {
    tables: {
      'public.admins': { erased: {}, exported: 'admins are no users' },
    },
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    admin: true;
    adminsession: true;
    auditentry: true;
  }
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    USERS_READ: true;
    AUDIT_READ: true;
  }
}
