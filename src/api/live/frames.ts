/** Messages of an event for sockets, one for each id that clients gave to their operation: most clients choose the same ids. */
export type Frames = { of(id: string): Buffer };

/** @param result the result of the event in JSON */
export function createFrames(result: string): Frames {
  const frames = new Map<string, Buffer>();
  return {
    of(id) {
      let frame = frames.get(id);
      if (!frame) {
        frame = nextFrame(id, result);
        frames.set(id, frame);
      }
      return frame;
    },
  };
}

/** The message of an event for one operation. */
export const nextFrame = (id: string, result: string): Buffer => textFrame(nextMessage(id, result));

/** @param result in JSON */
export const nextMessage = (id: string, result: string): string =>
  `{"id":${JSON.stringify(id)},"type":"next","payload":${result}}`;

/** FIN and the opcode of a text. */
const TEXT = 0x81;
const LENGTH_IN_2_BYTES = 126;
const LENGTH_IN_8_BYTES = 127;

/** The frame of a text from a server, which is not masked (RFC 6455, 5.2). */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length < LENGTH_IN_2_BYTES ? 2 : length <= 0xff_ff ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = TEXT;
  if (headerLength === 2) frame[1] = length;
  else if (headerLength === 4) {
    frame[1] = LENGTH_IN_2_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_IN_8_BYTES;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerLength);
  return frame;
}
