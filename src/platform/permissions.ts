/** What an admin's role can allow; every admin field declares the one it needs. */
export const PERMISSIONS = {
  'users.read': 'See the list of users with their e-mail addresses and states.',
} as const satisfies Record<string, string>;

export type Permission = keyof typeof PERMISSIONS;
