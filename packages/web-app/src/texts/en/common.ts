export const common = {
  back: 'Back',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  delete: 'Delete',
  edit: 'Edit',
  more: 'More',
  loadMore: 'Show more',
  loading: 'Loading',
  retry: 'Try again',
  send: 'Send',
  search: 'Search',
  done: 'Done',
  optional: 'optional',
  now: 'now',
};

export const failures = {
  offline: 'The server cannot be reached. Check your connection and try again.',
  title: 'This did not load',
  notFound: 'There is nothing here',
  notFoundText: 'It may have been deleted, or it is not for you.',
  crashed: 'Something went wrong',
  crashedText: 'The page could not be shown. Load it again.',
  reload: 'Load again',
};

export const frame = {
  main: 'Main',
  skip: 'Skip to the content',
  home: 'Home',
  explore: 'Explore',
  compose: 'Post',
  messages: 'Messages',
  notifications: 'Notifications',
  saved: 'Saved',
  wallet: 'Wallet',
  profile: 'Profile',
  settings: 'Settings',
  signOut: 'Sign out',
  you: 'You',
  unread: (count: string) => `${count} unread`,
};

export const live = {
  offline: 'No connection. Everything comes by itself once it is back.',
};
