import { useApolloClient } from '@apollo/client/react';
import { Send, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { refusalsOfFailure } from '../../api/refusals.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { useSpeech, useTexts } from '../../texts/texts.tsx';
import { clockOf } from '../message/voice-note.tsx';
import { record, type Recording } from './record.ts';
import { type Recorded, uploadVoice } from './upload-voice.ts';

const TICK_MS = 100;
const LONGEST_MS = 15 * 60_000;

/** In place of the field of text while a voice note is recorded; what was recorded stays until it is sent or thrown away. */
export function Recorder({
  onSend,
  onEnd,
  onTick,
}: {
  readonly onSend: (voiceNoteId: string) => void;
  readonly onEnd: () => void;
  readonly onTick: () => void;
}) {
  const { failures, messages } = useTexts();
  const apollo = useApolloClient();
  const recording = useRecording();
  const [recorded, setRecorded] = useState<Recorded | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  // The button that has the focus goes away with the field of text.
  useEffect(() => group.current?.focus(), []);
  const tick = useRef(onTick);
  tick.current = onTick;
  useEffect(() => tick.current(), [recording.elapsedMs]);

  async function send(): Promise<void> {
    setIsSending(true);
    setRefusal(null);
    try {
      const done = recorded ?? (await recording.stop());
      setRecorded(done);
      if (!done) return;
      const { mediaId, refusal: refused } = await uploadVoice(apollo, done);
      if (mediaId !== null && refused === null) onSend(mediaId);
      else setRefusal(refused ?? failures.offline);
    } catch (error) {
      setRefusal(refusalsOfFailure(error, failures.offline)[0]?.message ?? failures.offline);
    } finally {
      setIsSending(false);
    }
  }
  if (recording.isRefused) return <NoMicrophone onEnd={onEnd} />;
  const shownMs = recorded?.durationMs ?? recording.elapsedMs;
  return (
    <div className="recorder" role="group" aria-label={messages.recordVoice} tabIndex={-1} ref={group}>
      <IconButton label={messages.discard} onClick={onEnd}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      <Meter isRecording={recorded === null} level={recording.level} shownMs={shownMs} />
      {refusal !== null && (
        <span className="refused" role="alert">
          {refusal}
        </span>
      )}
      <IconButton
        label={messages.sendVoice}
        className="send"
        disabled={isSending || !recording.isStarted}
        onClick={() => void send()}
      >
        <Send aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function Meter({
  isRecording,
  level,
  shownMs,
}: {
  readonly isRecording: boolean;
  readonly level: number;
  readonly shownMs: number;
}) {
  const { locale, texts } = useSpeech();
  return (
    <>
      <span className="recorder-dot" aria-hidden="true" data-recording={isRecording} />
      <span className="recorder-time" role="timer" aria-label={texts.messages.recordingNow}>
        {clockOf(shownMs, locale)}
      </span>
      <meter className="recorder-level" min={0} max={1} value={level} aria-label={texts.messages.loudness} />
    </>
  );
}

function NoMicrophone({ onEnd }: { readonly onEnd: () => void }) {
  const { common, messages } = useTexts();
  return (
    <div className="recorder">
      <p className="refused" role="alert">
        {messages.noMicrophone}
      </p>
      <Button autoFocus onClick={onEnd}>
        {common.close}
      </Button>
    </div>
  );
}

/** The microphone from the first drawing on until the end. */
function useRecording() {
  const current = useRef<Recording | null>(null);
  const [isStarted, setIsStarted] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const [elapsedMs, setElapsedMs] = useState(0);
  const [level, setLevel] = useState(0);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    record().then(
      (started) => {
        if (isOver) {
          started.cancel();
          return;
        }
        current.current = started;
        setIsStarted(true);
        const startedAtMs = performance.now();
        timer = setInterval(() => {
          if (!current.current) return;
          setElapsedMs(Math.min(LONGEST_MS, performance.now() - startedAtMs));
          setLevel(started.level());
        }, TICK_MS);
      },
      () => setIsRefused(true),
    );
    return () => {
      isOver = true;
      clearInterval(timer);
      current.current?.cancel();
      current.current = null;
    };
  }, []);
  return {
    isStarted,
    isRefused,
    elapsedMs,
    level,
    stop: async (): Promise<Recorded | null> => {
      const running = current.current;
      current.current = null;
      return (await running?.stop()) ?? null;
    },
  };
}
