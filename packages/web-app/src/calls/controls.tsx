import { Camera, CameraOff, Mic, MicOff, MonitorUp, PhoneOff, Settings2 } from 'lucide-react';
import { useAct } from '../api/act.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { EndCallDocument, LeaveCallDocument, SetCallMediaDocument } from './call-acts.generated.ts';
import type { RunningCallFragment } from './calls.generated.ts';
import { useDeviceDialog } from './devices/device-dialog.tsx';
import { letGo, type RunningCall } from './running/held-call.ts';

/** Controls what the reader sends into a call, and ends it. */
export function CallControls({
  of,
  running: { screen, setScreen },
}: {
  readonly of: RunningCallFragment;
  readonly running: RunningCall;
}) {
  const { calls } = useTexts();
  const setting = useAct(SetCallMediaDocument);
  const leaving = useAct(LeaveCallDocument);
  const ending = useAct(EndCallDocument);
  const [openDevices, deviceDialog] = useDeviceDialog();
  const callId = of.id;
  const { isMuted = true, isVideoOn = false, canSpeak = false } = of.viewer ?? {};
  const set = (media: { isMuted?: boolean; isVideoOn?: boolean; isScreenSharing?: boolean }) =>
    setting.act({ variables: { input: { callId, ...media } } });
  const share = sharing({
    screen,
    onScreen: setScreen,
    tell: (isScreenSharing) => set({ isScreenSharing }),
  });
  const leave = (): void => {
    void leaving.act({ variables: { input: { callId } } }).then((left) => left && letGo(callId));
  };

  return (
    <>
      <Refusals of={[...setting.refusals, ...leaving.refusals, ...ending.refusals]} />
      <div className="call-bar" role="toolbar" aria-label={calls.controls}>
        {canSpeak && (
          <>
            <IconButton
              label={isMuted ? calls.unmute : calls.mute}
              onClick={() => void set({ isMuted: !isMuted })}
            >
              {isMuted ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
            </IconButton>
            <IconButton
              label={isVideoOn ? calls.cameraOff : calls.cameraOn}
              onClick={() => void set({ isVideoOn: !isVideoOn })}
            >
              {isVideoOn ? <Camera aria-hidden="true" /> : <CameraOff aria-hidden="true" />}
            </IconButton>
            <IconButton
              label={screen ? calls.unshare : calls.share}
              aria-pressed={screen !== null}
              onClick={() => void share()}
            >
              <MonitorUp aria-hidden="true" />
            </IconButton>
          </>
        )}
        <IconButton label={calls.devices.title} onClick={openDevices}>
          <Settings2 aria-hidden="true" />
        </IconButton>
        <Button kind="danger" onClick={leave}>
          <PhoneOff aria-hidden="true" />
          {calls.leave}
        </Button>
        {of.mode === 'GROUP' && of.viewer?.canManage && (
          <Button onClick={() => void ending.act({ variables: { input: { callId } } })}>
            {calls.endForAll}
          </Button>
        )}
      </div>
      {deviceDialog}
    </>
  );
}

/** Starts or ends the sharing of a screen, which the browser's own button ends too. */
function sharing({
  screen,
  onScreen,
  tell,
}: {
  readonly screen: MediaStreamTrack | null;
  readonly onScreen: (track: MediaStreamTrack | null) => void;
  readonly tell: (isSharing: boolean) => Promise<unknown>;
}): () => Promise<void> {
  function end(track: MediaStreamTrack): void {
    track.stop();
    onScreen(null);
    void tell(false);
  }
  return async () => {
    if (screen) return end(screen);
    // Nothing is shared by those who close the browser's choice.
    const stream = await navigator.mediaDevices.getDisplayMedia({ video: true }).catch(() => null);
    const [track] = stream?.getVideoTracks() ?? [];
    if (!track) return undefined;
    track.addEventListener('ended', () => end(track));
    if (await tell(true)) onScreen(track);
    else track.stop();
    return undefined;
  };
}
