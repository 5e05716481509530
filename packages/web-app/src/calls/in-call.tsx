import { useSession } from '@plaza/client/react';
import { Camera, CameraOff, Mic, MicOff, MonitorUp, PhoneOff } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../api/act.ts';
import { useEvents } from '../api/use-events.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { EndCallDocument, LeaveCallDocument, SetCallMediaDocument } from './call-acts.generated.ts';
import { CallChangesDocument, HandAnswersDocument, type RunningCallFragment } from './calls.generated.ts';
import { Hands } from './hands.tsx';
import { Tile } from './tile.tsx';
import { useCall } from './use-call.ts';

/** The call of this tab: who is in it, and what the reader sends. */
export function InCall({ of }: { readonly of: RunningCallFragment }) {
  const { calls } = useTexts();
  const { user: userId } = useSession();
  const [screen, setScreen] = useState<MediaStreamTrack | null>(null);
  const isMuted = of.viewer?.isMuted ?? false;
  const me = of.members.nodes.find(({ user }) => user?.id === userId);
  const isVideoOn = me?.isVideoOn ?? false;
  const { joined, own, problem } = useCall(of, { isMuted, isVideoOn, screen });
  const others = of.members.nodes.filter((member) => member !== me && member.slot !== null);
  const reconnect = (): void => {
    // Where it cannot be connected again, the state of the connection says so.
    joined?.reconnect().catch(() => undefined);
  };
  useEvents(CallChangesDocument, ({ callStatusChanged: { call, changes } }) => {
    if (call.id === of.id && changes.includes('RECONNECT')) reconnect();
  });
  useEvents(HandAnswersDocument, ({ speakerRequestResponse: { needsReconnect } }) => {
    if (needsReconnect) reconnect();
  });
  return (
    <div className="call">
      <p className="row-quiet" role="status">
        {of.state === 'RINGING' ? calls.itRings : calls.inIt(of.members.nodes.length + of.watchingCount)}
      </p>
      {problem !== null && (
        <p className="refused" role="alert">
          {calls.problems[problem]}
        </p>
      )}
      {of.screenSharer && of.screenSharer.id !== userId && joined && (
        <Tile stream={joined.screen} name={calls.screenOf(of.screenSharer.displayName)} hasPicture isScreen />
      )}
      <ul className="call-tiles">
        {others.map(({ user, slot, isMuted: isOtherMuted, isVideoOn: hasPicture }) => (
          <li key={slot}>
            <Tile
              stream={(slot === null ? undefined : joined?.streams[slot]) ?? null}
              name={user?.displayName ?? calls.somebody}
              face={user}
              hasPicture={hasPicture}
              isSilent={isOtherMuted}
            />
          </li>
        ))}
        {of.viewer?.slot !== null && (
          <li>
            <Tile
              stream={own}
              name={calls.you}
              face={me?.user}
              hasPicture={isVideoOn}
              isSilent={isMuted}
              isOwn
            />
          </li>
        )}
      </ul>
      <Hands of={of} />
      <CallBar of={of} {...{ isMuted, isVideoOn, screen }} onScreen={setScreen} />
    </div>
  );
}

function CallBar({
  of,
  isMuted,
  isVideoOn,
  screen,
  onScreen,
}: {
  readonly of: RunningCallFragment;
  readonly isMuted: boolean;
  readonly isVideoOn: boolean;
  readonly screen: MediaStreamTrack | null;
  readonly onScreen: (track: MediaStreamTrack | null) => void;
}) {
  const { calls } = useTexts();
  const setting = useAct(SetCallMediaDocument);
  const leaving = useAct(LeaveCallDocument);
  const ending = useAct(EndCallDocument);
  const callId = of.id;
  const set = (media: { isMuted?: boolean; isVideoOn?: boolean; isScreenSharing?: boolean }) =>
    setting.act({ variables: { input: { callId, ...media } } });

  const share = sharing({ screen, onScreen, tell: (isScreenSharing) => set({ isScreenSharing }) });

  return (
    <>
      <Refusals of={[...setting.refusals, ...leaving.refusals, ...ending.refusals]} />
      <div className="call-bar" role="toolbar" aria-label={calls.controls}>
        {of.viewer?.canSpeak && (
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
        <Button kind="danger" onClick={() => void leaving.act({ variables: { input: { callId } } })}>
          <PhoneOff aria-hidden="true" />
          {calls.leave}
        </Button>
        {of.viewer?.canManage && of.mode === 'GROUP' && (
          <Button onClick={() => void ending.act({ variables: { input: { callId } } })}>
            {calls.endForAll}
          </Button>
        )}
      </div>
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
