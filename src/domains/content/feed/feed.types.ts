export type FeedReason = 'FOLLOWING' | 'OWN' | 'REPOST';
