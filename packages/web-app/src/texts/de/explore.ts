export const explore = {
  title: 'Entdecken',
  search: 'Suchen',
  searchHint: 'Menschen, Beiträge, Hashtags',
  trends: 'Im Trend',
  people: 'Menschen für dich',
  posts: 'Gerade beliebt',
  nothing: 'Noch nichts',
  nothingText: 'Beliebte Beiträge von Menschen, denen du nicht folgst, stehen hier.',
  postCount: (count: number) => (count === 1 ? '1 Beitrag' : `${count} Beiträge`),
  followerCount: (count: number) => `${count} Follower`,
  followedBy: (count: number) =>
    count === 1 ? '1 Person, der du folgst, folgt auch' : `${count} Personen, denen du folgst, folgen auch`,
  sharedTags: (count: number) =>
    count === 1
      ? 'Schreibt zu einem Hashtag, dem du folgst'
      : `Schreibt zu ${count} Hashtags, denen du folgst`,
  popular: 'Beliebt auf Plaza',
  whyTag: 'Er hat einen Hashtag, dem du folgst.',
  whyPopular: 'Er ist auf Plaza beliebt.',
  whyPopularWithFollowed: 'Menschen, denen du folgst, mögen ihn.',
  whyTrend: 'Er hat einen Hashtag, der im Trend liegt.',
  found: 'Arten von Ergebnissen',
  tabs: { people: 'Menschen', posts: 'Beiträge', hashtags: 'Hashtags' },
  begin: 'Was suchst du?',
  beginText: 'Gib einen Namen, ein Wort oder einen Hashtag ein.',
  goOnText: 'Menschen findest du ab zwei Buchstaben.',
  foundCount: (count: number) => (count === 1 ? '1 Ergebnis' : `${count} Ergebnisse`),
  notFound: 'Nichts gefunden',
  notFoundText: 'Versuche ein anderes Wort oder weniger Wörter.',
  followTag: (name: string) => `Folgen: #${name}`,
  unfollowTag: (name: string) => `Gefolgt: #${name}. Nicht mehr folgen`,
  muteTag: (name: string) => `#${name} stummschalten`,
  muteTagTitle: (name: string) => `#${name} stummschalten?`,
  muteTagText:
    'Beiträge mit diesem Hashtag erscheinen nicht mehr in deinem Feed und in Listen. In den Einstellungen kannst du es zurücknehmen.',
  tagMuted: (name: string) => `#${name} ist stummgeschaltet.`,
};
