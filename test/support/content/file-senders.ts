/**
 * A process of its own that sends one endless file over each of many connections, so that the memory that it takes is not that
 * of the server. It tells its parent how many bytes the server took, every 100 ms.
 */
import { connect } from 'node:net';
import process from 'node:process';

const [url = '', connections = '', head = ''] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const chunk = Buffer.alloc(64 * 1024, 1);

let sentBytes = 0;
for (let index = 0; index < Number(connections); index += 1) {
  const socket = connect(Number(port), hostname);
  const send = (): void => {
    while (socket.write(chunk)) sentBytes += chunk.length;
  };
  socket.on('error', () => undefined);
  socket.on('data', () => undefined);
  socket.on('drain', send);
  socket.write(Buffer.from(head, 'base64'), send);
}
setInterval(() => process.send?.(sentBytes), 100);
process.on('disconnect', () => process.exit());
