import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/choices.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { canChooseSpeaker } from '../running/sounds.tsx';
import { chooseDevice, type DeviceKind, useChosenDevices } from './chosen-devices.ts';
import { Trial } from './trial.tsx';
import { type DeviceList, useDeviceList } from './use-device-list.ts';

const KINDS: readonly DeviceKind[] = ['microphone', 'camera', 'speaker'];

/** Microphone, camera and loudspeaker of this device, which calls use from the choice on. */
export function DeviceChoices() {
  const { calls } = useTexts();
  const { devices } = calls;
  const [isTrying, setIsTrying] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const list = useDeviceList(hasTried);
  const chosen = useChosenDevices();
  const kinds = KINDS.filter((kind) => kind !== 'speaker' || canChooseSpeaker());
  return (
    <>
      {kinds.map((kind) => (
        <Select
          key={kind}
          label={devices.kinds[kind]}
          choices={choicesOf(list, kind, { chosen: chosen[kind], first: devices.asSystem, nth: devices.nth })}
          value={chosen[kind]}
          onChange={(id) => chooseDevice(kind, id)}
        />
      ))}
      <p className="field-hint">{devices.keptHere}</p>
      <Button aria-pressed={isTrying} onClick={() => setIsTrying(!isTrying)}>
        {isTrying ? devices.endTrial : devices.tryThem}
      </Button>
      {isTrying && <Trial onOpened={() => setHasTried(true)} />}
    </>
  );
}

type Said = {
  readonly chosen: string;
  readonly first: string;
  readonly nth: (number: number) => string;
};

/** A chosen device that is unplugged stays chosen: it is used again once it is back. */
function choicesOf(list: DeviceList, kind: DeviceKind, { chosen, first, nth }: Said) {
  const listed = list[kind].map(({ id, name }, index) => ({ value: id, name: name || nth(index + 1) }));
  const isAway = chosen !== '' && !listed.some(({ value }) => value === chosen);
  return [
    { value: '', name: first },
    ...listed,
    ...(isAway ? [{ value: chosen, name: nth(listed.length + 1) }] : []),
  ];
}
