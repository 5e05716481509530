/**
 * Money of sales: what is refunded of sales that were paid with coins.
 * Begin with `refundSale` in sale-refunds.service.ts; subscriptions and paid messages call it.
 */
import { defineModule } from '#platform/request/module.ts';

defineModule({ name: 'sales' });
