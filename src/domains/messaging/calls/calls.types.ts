export type CallKind = 'AUDIO' | 'VIDEO';
export type CallMode = 'DIRECT' | 'GROUP';

/** OPEN: whoever joins may speak while there is a slot. ON_REQUEST: others are viewers until a host lets them speak. */
export type CallSpeaking = 'OPEN' | 'ON_REQUEST';
export type CallState = 'RINGING' | 'ONGOING' | 'ENDED';

export type CallEndReason =
  | 'CANCELLED'
  | 'DECLINED'
  | 'BUSY'
  | 'MISSED'
  | 'COMPLETED'
  | 'HOST_ENDED'
  | 'EMPTY'
  | 'MAX_DURATION'
  | 'FAILED'
  | 'MODERATION';

export type InviteeState = 'RINGING' | 'ACCEPTED' | 'DECLINED' | 'BUSY' | 'MISSED' | 'CANCELLED';
export type CallRole = 'HOST' | 'CO_HOST' | 'SPEAKER' | 'VIEWER';
export type CallMemberState = 'CONNECTING' | 'CONNECTED' | 'RECONNECTING' | 'LEFT';

export type CallLeaveReason =
  'HUNG_UP' | 'REMOVED' | 'BANNED' | 'NETWORK' | 'MOVED' | 'SESSION_ENDED' | 'CALL_ENDED';

/** Part of a call that has changed. */
export type CallChange =
  | 'STATE'
  | 'MODE'
  | 'HOST'
  | 'ROLES'
  | 'MEDIA'
  | 'SCREEN'
  | 'CONNECTION'
  | 'RECONNECT'
  | 'INVITATION'
  | 'COUNTS';

export type CallProblem = 'AUDIO' | 'VIDEO' | 'CONNECTION' | 'ECHO' | 'OTHER';

/** Times at which something ends by itself; null while they do not run. */
export type Deadlines = {
  /** Of the invitee whose ring ends first. */
  readonly ringingUntil: Date | null;
  /** Of the host, who is away. */
  readonly hostUntil: Date | null;
  /** Of somebody who is alone, or of a call without anybody. */
  readonly aloneUntil: Date | null;
  /** Of the call. */
  readonly endsAt: Date | null;
};

export type Call = Deadlines & {
  readonly id: string;
  readonly conversationId: string;
  readonly starterId: string;
  readonly hostId: string;
  readonly kind: CallKind;
  readonly mode: CallMode;
  readonly speaking: CallSpeaking;
  readonly state: CallState;
  readonly endReason: CallEndReason | null;
  /** Name on the call server. */
  readonly room: string;
  readonly createdAt: Date;
  /** Time of the first accept or join; null before it. */
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** Raised by every change of who is in the call or rung. */
  readonly membersVersion: number;
  /** Members who have not left, viewers included. */
  readonly memberCount: number;
  readonly viewerCount: number;
  readonly screenUserId: string | null;
};

export type CallMember = {
  readonly callId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly role: CallRole;
  readonly state: CallMemberState;
  readonly isMuted: boolean;
  readonly isVideoOn: boolean;
  /** Place in the connections of the others, from 0; null for viewers and those who have left. */
  readonly slot: number | null;
  readonly isBanned: boolean;
  readonly joinedAt: Date;
};

export type CallInvitee = {
  readonly callId: string;
  readonly userId: string;
  readonly byId: string;
  readonly state: InviteeState;
  readonly isSilent: boolean;
  readonly isGuest: boolean;
  readonly sessionId: string | null;
  readonly ringingUntil: Date;
  readonly decidedAt: Date | null;
};

/** Somebody's part in a call, as a member and as an invitee. */
export type OwnPart = { readonly member: CallMember | null; readonly invitee: CallInvitee | null };

/** How somebody enters a call. */
export type EntryMedia = { readonly isMuted: boolean; readonly isVideoOn: boolean };
