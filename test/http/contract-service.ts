import { connect } from 'node:net';
import type { TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

export const ROUTING_ERROR = { errors: 'Routing Error. The path you have requested is invalid.' };
export const ORIGIN = 'https://shop.example';

export const serviceWithBook = async () => {
  const service = await sharedService();
  const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
  return { service, engine };
};

/** Sends raw bytes that no client would send. The response ends with its content or with the connection. */
export const exchange = (service: TestService, head: string[], body: Buffer | string = '') =>
  new Promise<{ status: number; headers: Map<string, string>; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const finish = () => {
      socket.destroy();
      const bytes = Buffer.concat(chunks);
      const end = bytes.indexOf('\r\n\r\n');
      const [line, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
      resolve({
        status: Number(line?.split(' ')[1]),
        headers: new Map(
          lines.map((it) => [it.split(': ')[0]?.toLowerCase() ?? '', it.split(': ').slice(1).join(': ')]),
        ),
        body: bytes.subarray(end + 4),
      });
    };
    socket.on('data', (chunk) => chunks.push(chunk)).on('end', finish);
    socket.on('error', (error) => (chunks.length > 0 ? finish() : reject(error)));
    socket.write(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    socket.write(body);
  });
