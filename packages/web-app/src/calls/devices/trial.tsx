import { useEffect, useRef } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { Tile } from '../tile.tsx';
import { useStreamOf } from '../use-stream-of.ts';
import { DeviceNotices } from './device-notices.tsx';
import { useDevice } from './use-device.ts';

const LOOK_MS = 100;

/** Shows the reader their camera, and how loud their microphone is. */
export function Trial({ onOpened }: { readonly onOpened: () => void }) {
  const { calls } = useTexts();
  const microphone = useDevice('microphone', true);
  const camera = useDevice('camera', true);
  const picture = useStreamOf(camera.track);
  const sound = useStreamOf(microphone.track);
  const isOpened = camera.track !== null || microphone.track !== null;
  useEffect(() => {
    if (isOpened) onOpened();
  }, [isOpened]);
  return (
    <>
      <DeviceNotices microphone={microphone} camera={camera} />
      {picture && <Tile stream={picture} name={calls.you} hasPicture />}
      {sound && <Loudness of={sound} />}
    </>
  );
}

function Loudness({ of }: { readonly of: MediaStream }) {
  const { calls } = useTexts();
  const ref = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(of).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
      if (ref.current) ref.current.value = peak;
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [of]);
  return <meter className="loudness" ref={ref} min={0} max={1} aria-label={calls.devices.loudness} />;
}
