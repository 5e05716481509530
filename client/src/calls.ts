/** Tracks that a person sends into a call; null sends nothing. */
export type CallMedia = {
  readonly microphone: MediaStreamTrack | null;
  readonly camera: MediaStreamTrack | null;
  readonly screen: MediaStreamTrack | null;
};

export type CallOptions = {
  /** Places of speakers in the call: `viewer.connection.slotCount`. */
  readonly slots: number;
  readonly iceServers: readonly CallIceServer[];
  /** Sends the offer by `connectCall`. @returns the answer */
  readonly connect: (offer: string) => Promise<string>;
  /** Sends `leaveCall` by a request with `keepalive`: the page goes away. */
  readonly leave: () => void;
  /** Called with each state of the connection; `failed` when a new one could not be made either. */
  readonly onState?: (state: RTCPeerConnectionState) => void;
};

export type CallIceServer = {
  readonly urls: readonly string[];
  readonly username?: string | null;
  readonly credential?: string | null;
};

/** Tracks that the person sends, whether they may, and how many speak. */
export type CallChange = Partial<CallMedia> & {
  /** False in viewer mode; a grant needs no new connection. */
  readonly canSpeak?: boolean;
  /** With more than four, the camera's picture is sent at 320 pixels' width. */
  readonly speakers?: number;
};

export type JoinedCall = {
  /** Sound and picture of each slot. They stay the same over new connections. */
  readonly streams: readonly MediaStream[];
  readonly screen: MediaStream;
  change(change: CallChange): Promise<void>;
  /** Connects anew, as after `callStatusChanged` with `RECONNECT`. @throws what `connect` throws */
  reconnect(): Promise<void>;
  /** Ends the connection, without `leave`. */
  close(): void;
};

type Sent = Required<CallChange>;

type Lines = {
  readonly connection: RTCPeerConnection;
  readonly microphone: RTCRtpSender;
  readonly camera: RTCRtpSender;
  readonly screen: RTCRtpSender;
};

const CAMERAS_MAX = 4;
const SMALL_WIDTH = 320;
const CODECS = { audio: 'audio/opus', video: 'video/vp8' } as const;

/**
 * Joins a call at the embedded call server. One offer has all lines: what this person may ever send, and sound and picture of
 * each slot, so that speakers come and go without another offer.
 */
export async function joinCall(options: CallOptions, first: CallChange = {}): Promise<JoinedCall> {
  const streams = Array.from({ length: options.slots }, () => new MediaStream());
  const screen = new MediaStream();
  let sent: Sent = { microphone: null, camera: null, screen: null, canSpeak: true, speakers: 1, ...first };
  let lines: Lines | null = null;
  let [isClosed, connecting]: [boolean, Promise<void> | null] = [false, null];

  async function connect(): Promise<void> {
    lines?.connection.close();
    const next = openLines(options, [...streams.flatMap((stream) => [stream, stream]), screen]);
    lines = next;
    next.connection.onconnectionstatechange = () => {
      if (lines !== next) return;
      const { connectionState } = next.connection;
      if (connectionState === 'failed' && !isClosed) {
        reconnect().catch(() => options.onState?.('failed'));
      } else options.onState?.(connectionState);
    };
    await put(next, sent);
    await next.connection.setLocalDescription(await next.connection.createOffer());
    const sdp = await options.connect(next.connection.localDescription?.sdp ?? '');
    if (lines !== next) return;
    await next.connection.setRemoteDescription({ type: 'answer', sdp });
  }

  function reconnect(): Promise<void> {
    connecting ??= connect().finally(() => (connecting = null));
    return connecting;
  }

  const onPageHide = (): void => options.leave();
  function close(): void {
    isClosed = true;
    globalThis.removeEventListener('pagehide', onPageHide);
    lines?.connection.close();
    lines = null;
  }

  globalThis.addEventListener('pagehide', onPageHide);
  try {
    await reconnect();
  } catch (error) {
    close();
    throw error;
  }
  return {
    streams,
    screen,
    async change(change) {
      sent = { ...sent, ...change };
      if (lines) await put(lines, sent);
    },
    reconnect,
    close,
  };
}

/** The order of the lines is that of the call server. */
function openLines({ iceServers }: CallOptions, received: readonly MediaStream[]): Lines {
  const connection = new RTCPeerConnection({
    bundlePolicy: 'max-bundle',
    iceServers: iceServers.map(({ urls, username, credential }) => ({
      urls: [...urls],
      ...(typeof username === 'string' && { username }),
      ...(typeof credential === 'string' && { credential }),
    })),
  });
  const microphone = addLine(connection, 'audio', 'sendonly').sender;
  const camera = addLine(connection, 'video', 'sendonly').sender;
  const screen = addLine(connection, 'video', 'sendonly').sender;
  for (const [index, stream] of received.entries()) {
    const isSound = index < received.length - 1 && index % 2 === 0;
    const { receiver } = addLine(connection, isSound ? 'audio' : 'video', 'recvonly');
    for (const old of stream.getTracks()) if (old.kind === receiver.track.kind) stream.removeTrack(old);
    stream.addTrack(receiver.track);
  }
  return { connection, microphone, camera, screen };
}

function addLine(
  connection: RTCPeerConnection,
  kind: 'audio' | 'video',
  direction: 'sendonly' | 'recvonly',
): RTCRtpTransceiver {
  const line = connection.addTransceiver(kind, { direction });
  // Offers with all codecs of a browser would be several times as long.
  const codecs = RTCRtpReceiver.getCapabilities(kind)?.codecs ?? [];
  line.setCodecPreferences(codecs.filter(({ mimeType }) => mimeType.toLowerCase() === CODECS[kind]));
  return line;
}

async function put(lines: Lines, { microphone, camera, screen, canSpeak, speakers }: Sent): Promise<void> {
  await Promise.all([
    lines.microphone.replaceTrack(canSpeak ? microphone : null),
    lines.camera.replaceTrack(canSpeak ? camera : null),
    lines.screen.replaceTrack(canSpeak ? screen : null),
  ]);
  const parameters = lines.camera.getParameters();
  const [encoding] = parameters.encodings;
  if (!encoding) return;
  const width = camera?.getSettings().width ?? SMALL_WIDTH;
  encoding.scaleResolutionDownBy = speakers > CAMERAS_MAX ? Math.max(1, width / SMALL_WIDTH) : 1;
  await lines.camera.setParameters(parameters);
}
