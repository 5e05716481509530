import { Link } from '@tanstack/react-router';

/** Ids are complete or not at all; half of one would be refused. */
const ID = /^[a-z_]+_[0-9a-z]{26}$/;

/** The id that somebody has written; none while it is not whole. */
export const idIn = (text: string): string | undefined => ID.exec(text.trim())?.[0];

type UserNameProps = { id: string; user: { readonly id: string; readonly username: string } | null };

/** A user by name, with a link to their page, where the admin may see them; else by id. */
export function UserName({ id, user }: UserNameProps) {
  if (!user) return <code>{id}</code>;
  return (
    <Link to="/users/$userId" params={{ userId: user.id }}>
      @{user.username}
    </Link>
  );
}
