/** Permissions of admin roles; every admin field declares the one it needs. A module adds those of its fields. */
export interface Permissions {}
export type Permission = keyof Permissions;
