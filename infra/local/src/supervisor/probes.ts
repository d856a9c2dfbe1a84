import { get } from 'node:http';
import { connect } from 'node:net';

/** Resolves to whether a process is ready; never rejects. */
export type Probe = () => Promise<boolean>;

const timeoutMs = 2_000;

/** Returns a probe that expects status 200 from a URL. `/readyz` of a process includes its dependencies. */
export const httpProbe =
  (url: string): Probe =>
  () =>
    new Promise((resolve) => {
      const request = get(url, { agent: false, timeout: timeoutMs }, (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      });
      request.once('timeout', () => request.destroy(new Error('timeout')));
      request.once('error', () => resolve(false));
    });

/** Returns a probe that connects to a loopback port. If it sends `ask`, the response must begin with `expect`. */
export const tcpProbe =
  (port: number, ask?: string, expect = ''): Probe =>
  () =>
    new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', timeout: timeoutMs });
      let response = '';
      const answer = (ready: boolean) => {
        socket.destroy();
        resolve(ready);
      };
      socket.once('error', () => answer(false));
      socket.once('timeout', () => answer(false));
      socket.once('close', () => answer(false));
      socket.once('connect', () => {
        if (ask === undefined) answer(true);
        else socket.write(ask);
      });
      socket.on('data', (data) => {
        response += data.toString();
        if (response.length >= expect.length) answer(response.startsWith(expect));
      });
    });

/** Returns a probe that signs in to Redis and sends PING. While Redis loads its data it responds `-LOADING`. */
export const redisProbe = (port: number, user: string, password: string): Probe =>
  tcpProbe(port, `AUTH ${user} ${password}\r\nPING\r\n`, '+OK\r\n+PONG');
