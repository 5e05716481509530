import { useDeferredValue, useEffect, useState } from 'react';
import { GetUserNamesDocument } from '../generated/graphql.ts';
import { useAsk } from '../api/hooks.ts';
import { Field } from './field.tsx';
import { idIn } from './ids.tsx';
import { Failure } from './text.tsx';

/** The one way of naming a user that a text is: an id, an address or a username. */
function namingOf(text: string) {
  const userId = idIn(text);
  if (userId !== undefined) return { userId };
  return text.lastIndexOf('@') > 0 ? { email: text } : { username: text };
}

/** Finds one user by a whole name, also for admins who may see no list of users, and shows who it is. */
export function UserFinder({ onFind }: { onFind: (userId: string | null) => void }) {
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const { data, error } = useAsk(GetUserNamesDocument, namingOf(asked), { isEnabled: asked !== '' });
  const found = data?.adminGetUserNames;
  const [user] = found?.length === 1 ? found : [];
  const userId = user?.userId ?? null;
  useEffect(() => onFind(userId), [onFind, userId]);
  return (
    <>
      <Field label="Username, e-mail address or id of the user">
        <input required value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Failure error={error} />
      {user && (
        <p className="notice" role="status">
          {user.displayName || user.username} (@{user.username})
        </p>
      )}
      {found && found.length !== 1 && (
        <p className="notice" role="status">
          {found.length === 0
            ? 'There is no such user.'
            : 'Several accounts have this address: write a username.'}
        </p>
      )}
    </>
  );
}
