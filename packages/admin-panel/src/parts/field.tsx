import type { ReactNode } from 'react';
import { words } from './text.tsx';

type FieldProps = { label: string; isWide?: boolean; children: ReactNode };

export const Field = ({ label, isWide = false, children }: FieldProps) => (
  <label className={isWide ? 'field wide' : 'field'}>
    <span>{label}</span>
    {children}
  </label>
);

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value | '';
  options: readonly Value[];
  /** Text of the choice of none; without it one has to be chosen. */
  none?: string;
  onChange: (value: Value | '') => void;
};

export function Choice<Value extends string>({ label, value, options, none, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      <select
        value={value}
        onChange={({ target }) => onChange(options.find((option) => option === target.value) ?? '')}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {words(option)}
          </option>
        ))}
      </select>
    </Field>
  );
}
