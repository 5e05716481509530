import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import type { Refusal } from '../api/refusals.ts';

export type Described = {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Name of the field in the input of the mutation, whose refusals are said here. */
  readonly name: string;
  readonly refusals?: readonly Refusal[] | undefined;
};

export function Field({
  label,
  hint,
  name,
  refusals = [],
  ...rest
}: Described & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Labelled {...{ label, hint, name, refusals }}>
      {(described) => <input className="input" name={name} {...described} {...rest} />}
    </Labelled>
  );
}

export function TextField({
  label,
  hint,
  name,
  refusals = [],
  ...rest
}: Described & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Labelled {...{ label, hint, name, refusals }}>
      {(described) => <textarea className="input" name={name} {...described} {...rest} />}
    </Labelled>
  );
}

type Describing = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
};

/** A control with its label, its hint and the refusals of its value. */
export function Labelled({
  label,
  hint,
  name,
  refusals = [],
  children,
}: Described & { readonly children: (described: Describing) => ReactNode }) {
  const id = useId();
  const own = refusals.filter(({ field }) => field === name);
  const notes = [hint && `${id}-hint`, own.length > 0 && `${id}-refused`].filter(Boolean);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': notes.length > 0 ? notes.join(' ') : undefined,
        'aria-invalid': own.length > 0,
      })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {own.length > 0 && (
        <p className="field-refused" id={`${id}-refused`} role="alert">
          {own.map(({ message }) => message).join(' ')}
        </p>
      )}
    </div>
  );
}

/** Refusals that belong to none of the fields of a form. */
export function Refusals({
  of,
  fields = [],
}: {
  readonly of: readonly Refusal[];
  readonly fields?: readonly string[];
}) {
  const others = of.filter(({ field }) => field === null || !fields.includes(field));
  if (others.length === 0) return null;
  return (
    <p className="refused" role="alert">
      {others.map(({ message }) => message).join(' ')}
    </p>
  );
}
