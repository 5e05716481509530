import { MicOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Avatar } from '../parts/avatar.tsx';
import type { AvatarImageFragment } from '../parts/avatar.generated.ts';
import { useTexts } from '../texts/texts.tsx';

/** The picture of somebody, with their face where there is none. It is silent: a call is heard on other screens too. */
export function Tile({
  stream,
  name,
  face,
  hasPicture,
  isSilent = false,
  isScreen = false,
}: {
  readonly stream: MediaStream | null;
  readonly name: string;
  readonly face?: AvatarImageFragment | null | undefined;
  readonly hasPicture: boolean;
  readonly isSilent?: boolean;
  readonly isScreen?: boolean;
}) {
  const { calls } = useTexts();
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream;
  }, [stream]);
  return (
    <figure className={isScreen ? 'tile tile-screen' : 'tile'}>
      <video ref={ref} autoPlay playsInline muted aria-label={name} hidden={!hasPicture} />
      {!hasPicture && <Avatar of={face} size={88} />}
      <figcaption>
        <span dir="auto">{name}</span>
        {isSilent && (
          <>
            <MicOff aria-hidden="true" />
            <span className="visually-hidden">{calls.muted}</span>
          </>
        )}
      </figcaption>
    </figure>
  );
}
