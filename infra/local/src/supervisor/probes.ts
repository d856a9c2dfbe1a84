import { get } from 'node:http';
import { connect } from 'node:net';

/** Answers whether a process is ready to serve; never rejects. */
export type Probe = () => Promise<boolean>;

const TIMEOUT_MS = 2_000;

/** Ready when the URL answers 200 (the `/readyz` of every process: its dependencies included). */
export const httpProbe =
  (url: string): Probe =>
  () =>
    new Promise((resolve) => {
      const request = get(url, { agent: false, timeout: TIMEOUT_MS }, (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      });
      request.once('timeout', () => request.destroy(new Error('timeout')));
      request.once('error', () => resolve(false));
    });

/** Ready when the port takes connections, or, with `ask`, when the response to it begins with `expect`. */
export const tcpProbe =
  (port: number, ask?: string, expect = ''): Probe =>
  () =>
    new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', timeout: TIMEOUT_MS });
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

/** Ready when Redis answers a ping of that user: while it still reads its data it says `-LOADING`. */
export const redisProbe = (port: number, user: string, password: string): Probe =>
  tcpProbe(port, `AUTH ${user} ${password}\r\nPING\r\n`, '+OK\r\n+PONG');
