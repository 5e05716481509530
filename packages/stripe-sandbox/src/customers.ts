import type { Stripe } from 'stripe';
import { missing } from './errors.ts';
import { type SandboxRequest, textsParam } from './requests.ts';

export async function createCustomer({ params, store }: SandboxRequest): Promise<Stripe.Customer> {
  const customer: Stripe.Customer = {
    id: store.newId('cus'),
    object: 'customer',
    balance: 0,
    created: store.now,
    default_source: null,
    description: null,
    email: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: textsParam(params, 'metadata'),
    shipping: null,
  };
  await store.save('customer', customer);
  await store.emit('customer.created', customer);
  return customer;
}

/** Detaches the payment methods, too. */
export async function deleteCustomer({ id, store }: SandboxRequest): Promise<Stripe.DeletedCustomer> {
  const customer = await store.find('customer', id);
  if (!customer) throw missing('customer', id, 'id');
  for (const method of await store.methodsOf(id)) {
    const detached = { ...method, customer: null };
    await store.save('payment_method', detached);
    await store.emit('payment_method.detached', detached);
  }
  await store.remove(id);
  await store.emit('customer.deleted', customer);
  return { id, object: 'customer', deleted: true };
}
