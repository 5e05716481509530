/** Time of the first page in milliseconds; the group of shelves, from 0; the message. */
export type MessageSearchKey = [searchedAtMs: number, group: number, id: string];
