import { type ReactNode, useId } from 'react';

type Choice<Value extends string> = { readonly value: Value; readonly name: string };

/** Radio buttons: one of a few values, which all stand on the screen. */
export function Choices<Value extends string>({
  legend,
  choices,
  value,
  onChange,
}: {
  readonly legend: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const group = useId();
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="choice">
          <input
            type="radio"
            name={group}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Native list with one of several values. */
export function Select<Value extends string>({
  label,
  hint,
  choices,
  value,
  disabled = false,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly disabled?: boolean;
  readonly onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        className="input"
        id={id}
        value={value}
        disabled={disabled}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => choice.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Something that is on or off at once. */
export function Switch({
  label,
  hint,
  isOn,
  disabled = false,
  onChange,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="switch-row">
      <label htmlFor={id}>
        <span className="switch-name">{label}</span>
        {hint && (
          <span className="field-hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </label>
      <input
        className="switch"
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        disabled={disabled}
        aria-label={label}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        onChange={({ target }) => onChange(target.checked)}
      />
    </div>
  );
}
