import type { SessionClient } from '@plaza/client';

/** The signed-in user, once the storage has answered; null without one. */
export function userIdOf({ session }: SessionClient): Promise<string | null> {
  return new Promise((resolve) => {
    const end = session.onChange(look);
    function look(): void {
      const id = session.userId();
      if (id === undefined) return;
      end();
      resolve(id);
    }
    look();
  });
}
