import { useTexts } from '../../texts/texts.tsx';
import type { Device } from './use-device.ts';

/** Tells what is missing or refused and what to do, and which device came in place of another one. */
export function DeviceNotices({
  microphone,
  camera,
}: {
  readonly microphone: Device;
  readonly camera: Device;
}) {
  const { calls } = useTexts();
  const { devices } = calls;
  const said = { microphone, camera };
  return (['microphone', 'camera'] as const).map((kind) => {
    const { failure, replacement } = said[kind];
    return (
      <div key={kind}>
        {failure !== null && (
          <p className="refused" role="alert">
            {devices.failures[kind][failure]}
          </p>
        )}
        {replacement !== null && (
          <p className="notice" role="status">
            {devices.replaced(devices.kinds[kind], replacement)}
          </p>
        )}
      </div>
    );
  });
}
