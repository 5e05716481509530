import { defineModule } from '#platform/request/module.ts';
import './admins.schema.ts';
import './user-accounts.schema.ts';

defineModule({
  name: 'admins',
  ids: ['admin', 'adminsession'],
  permissions: {
    USERS_READ: 'See the list of users with their e-mail addresses and states.',
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
  }
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    USERS_READ: true;
  }
}
