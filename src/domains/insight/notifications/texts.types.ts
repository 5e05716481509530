import type { NotificationType } from '../notification-settings/notification.types.ts';

export type Language = 'de' | 'en';

/** One form for one actor or thing, another one for several, where they differ. */
export type Forms = string | { readonly one: string; readonly many: string };

/** Words for what a message is, where its text is not shown or it has none. */
export type ContentWord =
  | 'CONTACT'
  | 'LIVE_LOCATION'
  | 'LOCATION'
  | 'LOCKED'
  | 'MEDIA'
  | 'MESSAGE'
  | 'POLL'
  | 'SHARED_POST'
  | 'VIEW_ONCE'
  | 'VOICE_NOTE';

/** The texts of a language. `{actors}` stands for people, any other name in braces for a fact. */
export type LanguageTexts = {
  readonly somebody: string;
  readonly two: string;
  readonly others: { readonly one: string; readonly many: string };
  readonly titles: Readonly<Record<NotificationType, Forms>>;
  /** Of types whose body is not the text of what they are about. */
  readonly bodies: Readonly<Partial<Record<NotificationType, string>>>;
  readonly contents: Readonly<Record<ContentWord, string>>;
};
