/** Key of the marker of a participant. */
export type MarkerKey = { readonly conversationId: string; readonly userId: string };
