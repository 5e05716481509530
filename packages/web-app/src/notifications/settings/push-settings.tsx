import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { Time } from '../../parts/time.tsx';
import { useSpeech, useTexts } from '../../texts/texts.tsx';
import { canPush, subscribeHere, unsubscribeHere } from './push-here.ts';
import {
  type NotificationSettingsScreenQuery,
  type PushDeviceRowFragment,
  RegisterThisBrowserDocument,
  RemovePushDeviceDocument,
  SendTestDocument,
} from './settings.generated.ts';

type Data = NotificationSettingsScreenQuery;
type Delivery = NonNullable<Data['myNotificationDeliveries']>['nodes'][number];

export function PushSettings({
  setup,
  devices,
  deliveries,
  onChange,
}: {
  readonly setup: Data['pushSetup'];
  readonly devices: readonly PushDeviceRowFragment[];
  readonly deliveries: readonly Delivery[];
  readonly onChange: () => void;
}) {
  const { notifications } = useTexts();
  const testing = useAct(SendTestDocument);
  const [sent, setSent] = useState<number | null>(null);
  const test = (): void =>
    void testing.act({ variables: {} }).then((payload) => {
      if (payload) setSent(payload.deviceCount);
      onChange();
    });
  return (
    <section className="settings-part" aria-labelledby="push">
      <h2 id="push">{notifications.push}</h2>
      <ThisBrowser
        publicKey={setup?.webPushPublicKey ?? null}
        hasDevice={devices.some(({ isCurrent, platform }) => isCurrent && platform === 'WEB_PUSH')}
        onChange={onChange}
      />
      {devices.length > 0 && (
        <>
          <h3>{notifications.devices}</h3>
          <ul className="rows">
            {devices.map((device) => (
              <DeviceRow key={device.id} of={device} onRemoved={onChange} />
            ))}
          </ul>
          <div className="settings-acts">
            <Button disabled={testing.isActing} onClick={test}>
              {notifications.test}
            </Button>
          </div>
        </>
      )}
      {sent !== null && <p role="status">{notifications.testSent(sent)}</p>}
      <Refusals of={testing.refusals} />
      {deliveries.length > 0 && <Deliveries of={deliveries} />}
    </section>
  );
}

/** Asks for the permission after a press, as browsers want it. */
function ThisBrowser({
  publicKey,
  hasDevice,
  onChange,
}: {
  readonly publicKey: string | null;
  readonly hasDevice: boolean;
  readonly onChange: () => void;
}) {
  const { language, texts } = useSpeech();
  const { notifications } = texts;
  const { act, isActing, refusals } = useAct(RegisterThisBrowserDocument);
  const [problem, setProblem] = useState<string | null>(null);
  if (publicKey === null || !canPush()) return <p>{notifications.pushUnsupported}</p>;
  async function turnOn(key: string): Promise<void> {
    setProblem(null);
    try {
      const token = await subscribeHere(key);
      if (token === null) setProblem(notifications.pushDenied);
      else {
        const input = { platform: 'WEB_PUSH' as const, token, appId: location.hostname, locale: language };
        if (await act({ variables: { input } })) onChange();
      }
    } catch {
      // The push service of the browser cannot be reached, or there is none.
      setProblem(notifications.pushFailed);
    }
  }
  return (
    <>
      <p>{hasDevice ? notifications.pushOn : notifications.pushOff}</p>
      {!hasDevice && (
        <div className="settings-acts">
          <Button kind="main" disabled={isActing} onClick={() => void turnOn(publicKey)}>
            {notifications.turnOnPush}
          </Button>
        </div>
      )}
      {problem !== null && (
        <p className="refused" role="alert">
          {problem}
        </p>
      )}
      <Refusals of={refusals} />
    </>
  );
}

function DeviceRow({
  of,
  onRemoved,
}: {
  readonly of: PushDeviceRowFragment;
  readonly onRemoved: () => void;
}) {
  const { notifications } = useTexts();
  const { act, isActing, refusals } = useAct(RemovePushDeviceDocument);
  const remove = (): void =>
    void act({ variables: { input: { deviceId: of.id } } }).then(async (payload) => {
      if (payload && of.isCurrent) await unsubscribeHere();
      if (payload) onRemoved();
    });
  return (
    <li className="row">
      <span className="row-texts">
        <span>
          {notifications.platforms[of.platform]}
          {of.isCurrent && ` · ${notifications.thisDevice}`}
        </span>
        <span className="row-quiet">
          {of.appId} · <Time at={of.lastSuccessAt ?? of.registeredAt} />
        </span>
        <Refusals of={refusals} />
      </span>
      <Button disabled={isActing} onClick={remove}>
        {notifications.removeDevice}
      </Button>
    </li>
  );
}

/** The answer to why nothing came. */
function Deliveries({ of }: { readonly of: readonly Delivery[] }) {
  const { notifications } = useTexts();
  return (
    <details>
      <summary className="check">{notifications.deliveries}</summary>
      <ul className="rows">
        {of.map(({ id, type, state, reason, detail, occurredAt }) => (
          <li className="row" key={id}>
            <span className="row-texts">
              <span>{nameOf(type, notifications.types)}</span>
              <span className="row-quiet">
                {notifications.deliveryStates[state]}
                {reason !== null && ` · ${notifications.deliveryReasons[reason]}`}
                {detail !== null && ` · ${detail}`} · <Time at={occurredAt} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Pushes have types beside those of notifications, such as a test. */
const nameOf = (type: string, names: Readonly<Record<string, string>>): string => names[type] ?? type;
