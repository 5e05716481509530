import type { BlocklistRowFragment } from '../../generated/graphql.ts';
import { Choice, Field } from '../../parts/field.tsx';

/** All of a list that can be changed, its entries apart. */
export type Settings = Pick<BlocklistRowFragment, 'name' | 'action' | 'isActive'>;

const KINDS: readonly BlocklistRowFragment['kind'][] = ['WORD', 'LINK'];
const ACTIONS: readonly Settings['action'][] = ['HOLD', 'REJECT'];

type FieldProps<Value> = { value: Value; onChange: (value: Value) => void };

export const KindField = ({ value, onChange }: FieldProps<BlocklistRowFragment['kind']>) => (
  <Choice
    label="Kind of the entries"
    options={KINDS}
    value={value}
    onChange={(kind) => onChange(kind || value)}
  />
);

type FieldsProps = { settings: Settings; onChange: (settings: Settings) => void };

export const BlockListFields = ({ settings, onChange }: FieldsProps) => (
  <>
    <Field label="Name">
      <input
        required
        maxLength={100}
        value={settings.name}
        onChange={({ target }) => onChange({ ...settings, name: target.value })}
      />
    </Field>
    <Choice
      label="Consequence for a content with an entry"
      options={ACTIONS}
      value={settings.action}
      onChange={(action) => onChange({ ...settings, action: action || settings.action })}
    />
    <label className="check">
      <input
        type="checkbox"
        checked={settings.isActive}
        onChange={({ target }) => onChange({ ...settings, isActive: target.checked })}
      />
      The list is applied
    </label>
  </>
);

/** The entries that somebody has written, one in each line. */
export const entriesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const EntriesField = ({ value, onChange }: FieldProps<string>) => (
  <Field label="Words, expressions or domains, one in each line; at most 250">
    <textarea rows={6} value={value} onChange={({ target }) => onChange(target.value)} />
  </Field>
);
