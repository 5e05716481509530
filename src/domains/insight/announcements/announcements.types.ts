export type AnnouncementState = 'SENDING' | 'SENT' | 'CANCELED';

/** Users whom an announcement reaches: all who fit what is not null. */
export type AnnouncementAudience = {
  /** Languages, as `en`, of which a device of the user has one. */
  readonly languages: readonly string[] | null;
  readonly activeDays: number | null;
  readonly isCreator: boolean | null;
};

export type AnnouncementText = {
  /** Language, as `en`. */
  readonly language: string;
  readonly title: string;
  readonly text: string;
};

export type Announcement = {
  readonly id: string;
  readonly audience: AnnouncementAudience;
  /** The English one first. */
  readonly texts: readonly AnnouncementText[];
  readonly url: string | null;
  readonly state: AnnouncementState;
  /** Number of users of the audience to whom it has come, with those who turned announcements off. */
  readonly userCount: number;
  readonly sentBy: string;
  readonly createdAt: Date;
  /** Null while it is being sent. */
  readonly endedAt: Date | null;
};
