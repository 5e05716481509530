const ADMIN_FIELD = /^admin[A-Z]/;

/** Whether a root field is on the endpoint of admins: its name says so. */
export const isAdminField = (name: string): boolean => ADMIN_FIELD.test(name);
