import { AdminError } from '@plaza/client/admin';

export const isCode = (error: unknown, code: AdminError['code']): boolean =>
  error instanceof AdminError && error.code === code;
