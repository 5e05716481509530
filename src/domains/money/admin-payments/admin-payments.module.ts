/**
 * Payments by card in the admin panel: payments, their refunds, and disputes with the deadline of each.
 * Owns no table.
 * Begin with admin-payments.schema.ts; disputes.schema.ts lists disputes.
 */
import { defineModule } from '#platform/request/module.ts';
import './admin-payments.schema.ts';
import './disputes.schema.ts';

defineModule({ name: 'admin-payments' });
