import { Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { numberFormat } from '../../parts/formats.ts';
import { useSpeech } from '../../texts/texts.tsx';
import type { MessageContentPartsFragment } from './message.generated.ts';

type Audio = NonNullable<Extract<MessageContentPartsFragment, { __typename: 'VoiceNoteContent' }>['audio']>;

const FLAT: readonly number[] = Array.from({ length: 32 }, () => 12);
const BAR_MIN = 8;

/** A recording by its waveform; a press anywhere in it goes there, and so do the arrow keys. */
export function VoiceNote({ audio }: { readonly audio: Audio }) {
  const { locale, texts } = useSpeech();
  const ref = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [atMs, setAtMs] = useState(0);
  const totalMs = audio.durationMs ?? 0;
  const bars = audio.waveform ?? FLAT;
  const shownMs = isPlaying || atMs > 0 ? atMs : totalMs;
  const toggle = (): void => {
    const element = ref.current;
    if (!element) return;
    if (element.paused) void element.play().catch(() => setIsPlaying(false));
    else element.pause();
  };
  return (
    <div className="voice">
      <button
        type="button"
        className="voice-play"
        aria-label={isPlaying ? texts.messages.pause : texts.messages.play}
        disabled={audio.url === null}
        onClick={toggle}
      >
        {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      </button>
      <div className="voice-wave">
        <svg viewBox={`0 0 ${bars.length * 3} 100`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map((peak, index) => (
            <rect
              key={index}
              className={index / bars.length < atMs / totalMs ? 'voice-bar voice-bar-played' : 'voice-bar'}
              x={index * 3}
              width={2}
              y={50 - Math.max(peak, BAR_MIN) / 2}
              height={Math.max(peak, BAR_MIN)}
            />
          ))}
        </svg>
        <input
          type="range"
          min={0}
          max={Math.max(totalMs, 1)}
          value={Math.min(atMs, totalMs)}
          aria-label={texts.messages.position}
          aria-valuetext={clockOf(atMs, locale)}
          onChange={({ target }) => {
            const nextMs = Number(target.value);
            setAtMs(nextMs);
            if (ref.current) ref.current.currentTime = nextMs / 1_000;
          }}
        />
      </div>
      <span className="voice-time">{clockOf(shownMs, locale)}</span>
      {audio.url && (
        <audio
          ref={ref}
          src={audio.url}
          preload="none"
          onPlay={() => setIsPlaying(true)}
          onPause={() => setIsPlaying(false)}
          onTimeUpdate={({ currentTarget }) => setAtMs(currentTarget.currentTime * 1_000)}
          onEnded={() => setAtMs(0)}
        />
      )}
    </div>
  );
}

/** Minutes and seconds, as players show them. */
export function clockOf(ms: number, locale: string): string {
  const seconds = Math.round(ms / 1_000);
  const two = numberFormat(locale, { minimumIntegerDigits: 2 });
  return `${Math.trunc(seconds / 60).toLocaleString(locale)}:${two.format(seconds % 60)}`;
}
