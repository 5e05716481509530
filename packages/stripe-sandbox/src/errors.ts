import type { Stripe } from 'stripe';

/** An error as the API shows it. */
export type ApiError = {
  readonly type: 'card_error' | 'invalid_request_error' | 'idempotency_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly setup_intent?: Stripe.SetupIntent;
  readonly payment_intent?: Stripe.PaymentIntent;
};

/** The request is answered by an error; what it has written is kept. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal';
  readonly status: number;
  readonly error: ApiError;

  constructor(status: number, error: ApiError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export const invalidRequest = (
  message: string,
  about: { code?: string; param?: string } = {},
): SandboxRefusal => new SandboxRefusal(400, { type: 'invalid_request_error', message, ...about });

/** @param param the name of the parameter that has the id; `id` and `intent` for that in the path */
export const missing = (kind: string, id: string, param: string): SandboxRefusal =>
  new SandboxRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });

export const noSuchUrl = (method: string, path: string): SandboxRefusal =>
  new SandboxRefusal(404, {
    type: 'invalid_request_error',
    message: `The sandbox has no ${method} ${path}.`,
  });

export const idempotencyMismatch = (): SandboxRefusal =>
  new SandboxRefusal(400, {
    type: 'idempotency_error',
    message: 'This idempotency key was used for a request with other parameters.',
  });
