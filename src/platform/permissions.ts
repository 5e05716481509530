/** What an admin role can be allowed; every admin field declares the one it needs. */
export type Permission = 'admins.self' | 'users.read';
