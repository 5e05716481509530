import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

/** Parts of a screen of which one is shown; the arrows of the keyboard change it. */
export function Tabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly value: string; readonly name: string; readonly content: ReactNode }[];
}) {
  return (
    <RadixTabs.Root defaultValue={tabs[0]?.value ?? ''}>
      <RadixTabs.List className="tabs" aria-label={label}>
        {tabs.map(({ value, name }) => (
          <RadixTabs.Trigger key={value} value={value} className="tab">
            {name}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map(({ value, content }) => (
        <RadixTabs.Content key={value} value={value} tabIndex={-1}>
          {content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
