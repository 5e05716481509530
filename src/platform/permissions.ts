/**
 * What an admin's role can allow; every admin field declares the one it needs.
 * `users.read`: see the list of users with their e-mail addresses and states.
 */
export type Permission = 'users.read';
