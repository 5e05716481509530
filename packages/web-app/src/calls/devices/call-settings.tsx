import { Screen } from '../../parts/screen.tsx';
import { Switch } from '../../parts/choices.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { setSilent, useIsSilent } from '../ring/ring-choice.ts';
import { DeviceChoices } from './device-choices.tsx';
import '../../styles/settings.css';
import '../../styles/calls.css';

/** Sets what calls use on this device, and whether they are heard to ring. */
export function CallSettings() {
  const { calls, settings } = useTexts();
  const isSilent = useIsSilent();
  return (
    <Screen title={settings.names.calls} hasBack>
      <div className="settings-part">
        <Switch
          label={calls.ringTone}
          hint={calls.ringToneHint}
          isOn={!isSilent}
          onChange={(isOn) => setSilent(!isOn)}
        />
      </div>
      <div className="settings-part">
        <DeviceChoices />
      </div>
    </Screen>
  );
}
