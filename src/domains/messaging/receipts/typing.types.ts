/** The kind of message that somebody is making. */
export type TypingKind = 'TEXT' | 'VOICE_NOTE' | 'MEDIA' | 'LOCATION';

/** Whether and what a user is writing, as they say it. */
export type Typing = { readonly isTyping: boolean; readonly kind: TypingKind };
