export const common = {
  back: 'Zurück',
  cancel: 'Abbrechen',
  close: 'Schließen',
  save: 'Speichern',
  delete: 'Löschen',
  edit: 'Bearbeiten',
  more: 'Mehr',
  loadMore: 'Mehr anzeigen',
  loading: 'Wird geladen',
  retry: 'Noch einmal versuchen',
  send: 'Senden',
  search: 'Suchen',
  done: 'Fertig',
  optional: 'freiwillig',
  now: 'jetzt',
};

export const failures = {
  offline: 'Der Server ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.',
  title: 'Das wurde nicht geladen',
  notFound: 'Hier ist nichts',
  notFoundText: 'Es wurde vielleicht gelöscht, oder es ist nicht für dich.',
  crashed: 'Etwas ist schiefgegangen',
  crashedText: 'Die Seite kann nicht angezeigt werden. Lade sie neu.',
  reload: 'Neu laden',
};

export const frame = {
  main: 'Hauptmenü',
  skip: 'Zum Inhalt springen',
  home: 'Start',
  explore: 'Entdecken',
  compose: 'Beitrag',
  messages: 'Nachrichten',
  notifications: 'Mitteilungen',
  saved: 'Gespeichert',
  wallet: 'Geldbeutel',
  profile: 'Profil',
  settings: 'Einstellungen',
  signOut: 'Abmelden',
  you: 'Du',
  unread: (count: string) => `${count} ungelesen`,
};

export const live = {
  offline: 'Keine Verbindung. Alles kommt von selbst, sobald sie wieder da ist.',
};
