import type { ParticipantInfo, ParticipantPermission, TrackSource, VideoGrant } from 'livekit-server-sdk';
import type { CallRights } from '#ports/call-server.ts';

/** Numbers of the vendor's protocol, so that its SDK need not be loaded for them. */
const SOURCES = { audio: 2, video: 1, screen: 3 } as const satisfies Record<
  'audio' | 'video' | 'screen',
  TrackSource
>;

const NAMES = ['audio', 'video', 'screen'] as const;

/** The slot of a peer, which LiveKit keeps for us and whoever it belongs to cannot change. */
const SLOT = 'slot';

const sourcesOf = (rights: CallRights): TrackSource[] =>
  NAMES.filter((name) => rights[name]).map((name) => SOURCES[name]);

/** Grants of a token: to join one room, and nothing about rooms themselves. */
export function grantOf(room: string, rights: CallRights): VideoGrant {
  const sources = sourcesOf(rights);
  return {
    roomJoin: true,
    room,
    canSubscribe: true,
    canPublish: sources.length > 0,
    ...(sources.length > 0 && { canPublishSources: sources }),
    canPublishData: false,
    canUpdateOwnMetadata: false,
  };
}

/** The whole set: whatever is left out is taken away. */
export function permissionOf(rights: CallRights): Partial<ParticipantPermission> {
  const { canSubscribe, canPublish, canPublishSources, canPublishData } = grantOf('', rights);
  return {
    canSubscribe: canSubscribe ?? false,
    canPublish: canPublish ?? false,
    canPublishSources: canPublishSources ?? [],
    canPublishData: canPublishData ?? false,
    canUpdateMetadata: false,
  };
}

/** An empty attribute is deleted. */
export const attributesOf = ({ slot }: CallRights): Record<string, string> => ({
  [SLOT]: slot === null ? '' : String(slot),
});

export function rightsOf({ permission, attributes }: ParticipantInfo): CallRights {
  const sources = permission?.canPublish ? permission.canPublishSources : [];
  // A permission without sources allows all of them.
  const hasAll = permission?.canPublish === true && sources.length === 0;
  const has = (name: keyof typeof SOURCES): boolean => hasAll || sources.includes(SOURCES[name]);
  const { [SLOT]: slot = '' } = attributes;
  return {
    audio: has('audio'),
    video: has('video'),
    screen: has('screen'),
    slot: /^\d{1,3}$/.test(slot) ? Number(slot) : null,
  };
}
