export const PROFILE_TABS = ['posts', 'replies', 'media', 'reposts'] as const;

export type ProfileTab = (typeof PROFILE_TABS)[number];

/** Search parameters of a profile; posts need none. */
export function tabOf({ tab }: Record<string, unknown>): { tab?: ProfileTab } {
  const known = PROFILE_TABS.find((each) => each === tab);
  return known ? { tab: known } : {};
}
