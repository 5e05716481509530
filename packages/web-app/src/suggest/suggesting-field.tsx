import type { ComponentProps } from 'react';
import { type Described, Labelled } from '../parts/field.tsx';
import { SuggestingText } from './suggesting-text.tsx';

/** A field of a form that suggests people and hashtags while their names are written. */
export function SuggestingField({
  label,
  hint,
  name,
  refusals,
  ...rest
}: Described & ComponentProps<typeof SuggestingText>) {
  return (
    <Labelled {...{ label, hint, name, refusals }}>
      {(described) => <SuggestingText className="input" name={name} {...described} {...rest} />}
    </Labelled>
  );
}
