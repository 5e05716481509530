export const SEARCH_TABS = ['people', 'posts', 'hashtags'] as const;

export type SearchTab = (typeof SEARCH_TABS)[number];

type SearchAddress = { q?: string; tab?: SearchTab };

/** Parameters of a search: no more than differs from an empty one of people. */
export const addressOf = (q: string, tab: SearchTab): SearchAddress => ({
  ...(q !== '' && { q }),
  ...(tab !== 'people' && { tab }),
});

/** Reads them; an address made by hand may hold a number. */
export function searchOf({ q, tab }: Record<string, unknown>): SearchAddress {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q) : '';
  return addressOf(text, SEARCH_TABS.find((each) => each === tab) ?? 'people');
}
