/**
 * Searches for those who pay and collect: users by what a bank or the provider of payments names them, balances due and debtors.
 * Owns no table, and shows nothing more of a person than id, username and display name.
 * Begin with finance-desk.service.ts.
 */
import { defineModule } from '#platform/request/module.ts';
import './account-coins.schema.ts';
import './finance-desk.schema.ts';

defineModule({
  name: 'finance-desk',
  permissions: { USER_NAMES_READ: 'Find single users, and see their ids and names alone.' },
});

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    USER_NAMES_READ: true;
  }
}
