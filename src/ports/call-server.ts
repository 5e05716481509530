/**
 * Carries the sound and picture of calls. It knows rooms and peers, and decides nothing: rows of the database say who may send what, and a
 * look at a room (`listPeers`) is compared with them. All methods may be repeated.
 */
export type CallServerPort = {
  /** Stable name of the vendor. */
  readonly provider: string;
  /** People that a room can carry in viewer mode. */
  readonly viewersMax: number;
  /** @throws CallServerError, as all methods that return a promise do */
  openRoom(room: CallRoom): Promise<void>;
  /** Disconnects everybody. A room that does not exist is closed already. */
  closeRoom(name: string): Promise<void>;
  /** Lets a peer connect, with these rights from the beginning on. */
  admit(peer: CallPeer): Promise<Admission>;
  /** Replaces all rights of a peer; one that is not connected gets them when it is. */
  permit(peer: CallPeer): Promise<{ readonly isInPlace: boolean }>;
  /** Disconnects a peer and refuses its older admissions. One that is not there is removed already. */
  remove(peer: Pick<CallPeer, 'room' | 'identity'>): Promise<void>;
  /** Peers that connect or are connected; null when there is no such room. */
  listPeers(room: string): Promise<readonly SeenPeer[] | null>;
  /** Answers the offer of an admitted peer in place of its former connection; null for vendors that clients reach by themselves. */
  readonly connect: ((offer: ConnectionOffer) => Promise<{ readonly sdp: string }>) | null;
  /** Reads what the vendor sends to `/callbacks/<provider>`; null when it sends nothing, or is embedded. */
  readonly callbacks: {
    /** @returns the room to look at; null for an event that changes no peer. @throws CallServerError CALLBACK_INVALID */
    read(request: {
      readonly rawBody: Buffer;
      readonly authorization: string | undefined;
    }): Promise<{ readonly room: string } | null>;
  } | null;
  /** Calls the listener with the name of a room whose peers may have changed. One listener, set once. */
  onLook(listener: (room: string) => void): void;
  close(): Promise<void>;
};

export type CallRoom = {
  readonly name: string;
  /** Places of speakers, counted from 0. */
  readonly slots: number;
  /** Peers at once, viewers included. */
  readonly peersMax: number;
};

/** All false and no slot: viewer mode. */
export type CallRights = {
  readonly audio: boolean;
  readonly video: boolean;
  readonly screen: boolean;
  /** Place in the connections of the others, from 0; null for who cannot speak. */
  readonly slot: number | null;
};

export type CallPeer = {
  readonly room: string;
  /** `<userId>:<sessionId>` */
  readonly identity: string;
  readonly rights: CallRights;
};

export type Admission = {
  /** Address for the client's SDK; null when it connects by an offer (`connect`). */
  readonly url: string | null;
  readonly token: string | null;
  readonly expiresAt: Date;
  readonly iceServers: readonly IceServer[];
};

export type IceServer = {
  readonly urls: readonly string[];
  readonly username: string | null;
  readonly credential: string | null;
};

export type SeenPeer = {
  readonly identity: string;
  readonly isConnected: boolean;
  /** Nothing has been received for five seconds. */
  readonly isSilent: boolean;
  readonly rights: CallRights;
};

export type ConnectionOffer = {
  readonly room: string;
  readonly identity: string;
  /** A stranger's text, at most 96 KiB. */
  readonly sdp: string;
};

/** UNAVAILABLE: try again later. REFUSED: the same input is refused again. CALLBACK_INVALID: not sent by the vendor. */
export type CallServerErrorCode = 'UNAVAILABLE' | 'REFUSED' | 'CALLBACK_INVALID';

export class CallServerError extends Error {
  override readonly name = 'CallServerError';
  readonly code: CallServerErrorCode;

  constructor(code: CallServerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
