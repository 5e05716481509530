import { useQuery } from '@apollo/client/react';
import { Screen } from '../../parts/screen.tsx';
import { Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Preferences } from './preferences.tsx';
import { PushSettings } from './push-settings.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { NotificationSettingsScreenDocument } from './settings.generated.ts';
import { General, Snoozing } from './snoozing.tsx';
import '../../styles/notifications.css';

export function NotificationSettings() {
  const { notifications } = useTexts();
  const result = useQuery(NotificationSettingsScreenDocument);
  const settings = result.data?.myNotificationSettings;
  return (
    <Screen title={notifications.settings} hasBack>
      <Loading of={result} has={settings != null} rows={6}>
        {settings && (
          <>
            <Snoozing of={settings} />
            <QuietHours of={settings} key={JSON.stringify(settings.quietHours)} />
            <PushSettings
              setup={result.data?.pushSetup ?? null}
              devices={result.data?.myPushDevices?.edges.map(({ node }) => node) ?? []}
              deliveries={result.data?.myNotificationDeliveries?.nodes ?? []}
              onChange={() => void result.refetch()}
            />
            <General of={settings} />
            <Preferences of={settings} />
          </>
        )}
      </Loading>
    </Screen>
  );
}
