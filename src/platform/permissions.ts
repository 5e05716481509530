/**
 * What an admin's role can allow; every admin field declares the one it needs.
 * `users.read`: see the list of users with their e-mail addresses and states.
 * `users.suspend`: suspend accounts and lift that again.
 * `content.manage`: decide what of people's content may be seen where.
 */
export type Permission = 'users.read' | 'users.suspend' | 'content.manage';
