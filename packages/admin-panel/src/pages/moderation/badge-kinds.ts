import type { BadgeKind } from '../../generated/graphql.ts';

export const BADGE_KINDS: readonly BadgeKind[] = ['IDENTITY', 'CREATOR', 'BUSINESS', 'NOTABLE'];
