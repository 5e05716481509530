import { useSession } from '@plaza/client/react';
import { useTexts } from '../texts/texts.tsx';
import type { RunningCallFragment } from './calls.generated.ts';
import { CallControls } from './controls.tsx';
import { DeviceNotices } from './devices/device-notices.tsx';
import { Hands } from './hands.tsx';
import { PeopleInCall } from './people/people-in-call.tsx';
import { CallTime } from './running/call-time.tsx';
import type { RunningCall } from './running/held-call.ts';
import { Tile } from './tile.tsx';
import { useStreamOf } from './use-stream-of.ts';

/** The call of this tab: who is in it, and what the reader sends. */
export function InCall({ of, running }: { readonly of: RunningCallFragment; readonly running: RunningCall }) {
  const { calls } = useTexts();
  const { user: userId } = useSession();
  const { viewer } = of;
  const { joined, isCut, camera, microphone } = running;
  const own = useStreamOf(camera.track);
  const me = of.members.nodes.find(({ user }) => user?.id === userId);
  const others = of.members.nodes.filter((member) => member !== me && member.slot !== null);
  return (
    <div className="call">
      <p className="row-quiet">
        <span role="status">{of.state === 'RINGING' ? calls.itRings : calls.inIt(of.memberCount)}</span>{' '}
        <CallTime of={of} />
      </p>
      {isCut && (
        <p className="refused" role="alert">
          {calls.cut}
        </p>
      )}
      <DeviceNotices microphone={microphone} camera={camera} />
      {of.screenSharer && of.screenSharer.id !== userId && joined && (
        <Tile stream={joined.screen} name={calls.screenOf(of.screenSharer.displayName)} hasPicture isScreen />
      )}
      <ul className="call-tiles">
        {others.map(({ user, slot, isMuted, isVideoOn }) => (
          <li key={slot}>
            <Tile
              stream={(slot === null ? undefined : joined?.streams[slot]) ?? null}
              name={user?.displayName ?? calls.somebody}
              face={user}
              hasPicture={isVideoOn}
              isSilent={isMuted}
            />
          </li>
        ))}
        {viewer?.slot != null && (
          <li>
            <Tile
              stream={own}
              name={calls.you}
              face={me?.user}
              hasPicture={viewer.isVideoOn && own !== null}
              isSilent={viewer.isMuted}
            />
          </li>
        )}
      </ul>
      <Hands of={of} />
      <CallControls of={of} running={running} />
      <PeopleInCall of={of} userId={userId} />
    </div>
  );
}
