import { skipToken, useQuery } from '@apollo/client/react';
import { type InputHTMLAttributes, useId, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { type Described, Field } from '../parts/field.tsx';
import { useSettled } from '../suggest/use-settled.ts';
import type { Texts } from '../texts/shape.ts';
import { useTexts } from '../texts/texts.tsx';
import { CheckUsernameDocument, type CheckUsernameQuery } from './username.generated.ts';
import '../styles/account.css';

const LENGTH_MIN = 3;

type Props = Omit<Described, 'name' | 'label'> &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'disabled'> & {
    /** The name that the account has already. */
    readonly own?: string;
  };

/** A username, which is checked while somebody types it; names like it are offered where it cannot be had. */
export function UsernameField({ own = '', disabled, ...described }: Props) {
  const { account } = useTexts();
  const [text, setText] = useState(own);
  const legend = useId();
  const asked = useSettled(text.trim());
  const isAsked = asked.length >= LENGTH_MIN && asked !== own;
  const { data } = useQuery(
    CheckUsernameDocument,
    // Somebody else may have taken the name since.
    isAsked ? { variables: { username: asked }, fetchPolicy: 'network-only' } : skipToken,
  );
  // Word of a former text says nothing of this one.
  const found = text.trim() === asked ? data?.checkUsername : null;
  const suggestions = found?.suggestions ?? [];
  return (
    <div className="username-field">
      <Field
        {...described}
        name="username"
        label={account.username}
        value={text}
        onChange={({ target }) => setText(target.value)}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        disabled={disabled}
        required
      />
      <p className="username-status" role="status">
        {found && saidOf(found, account)}
      </p>
      {suggestions.length > 0 && (
        <div className="username-suggestions" role="group" aria-labelledby={legend}>
          <span id={legend}>{account.freeNames}</span>
          {suggestions.map((name) => (
            <Button key={name} kind="quiet" onClick={() => setText(name)}>
              {name}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

type Checked = NonNullable<CheckUsernameQuery['checkUsername']>;

const saidOf = ({ username, problem }: Checked, texts: Texts['account']): string =>
  problem ? texts.usernameProblems[problem] : texts.usernameFree(username);
