import { networkInterfaces } from 'node:os';
import type { Mechanism } from './mechanism.ts';
import { canConnect } from './opening.ts';

export const SOCKET_MECHANISMS: readonly Mechanism[] = [
  {
    id: 'sockets',
    tries: 'connects to a socket with a path that a program outside listens on, also in a folder that it sees',
    run: async (trial, { sockets }) => {
      for (const socket of sockets) await trial.attemptLater(socket, () => canConnect(socket));
    },
  },
  {
    id: 'services',
    tries: 'connects to a service of this machine, such as Docker, systemd, the desktop or an agent with keys',
    run: async (trial, { serviceSockets }) => {
      for (const socket of serviceSockets) await trial.attemptLater(socket, () => canConnect(socket));
    },
  },
  {
    id: 'abstract-socket',
    tries: 'connects to a socket without a path',
    mode: 'strict',
    platform: 'linux',
    run: (trial, { abstractSocket }) => trial.attemptLater('abstract socket', () => canConnect(`\0${abstractSocket}`)),
  },
  {
    id: 'network',
    tries: 'connects to a server outside, or has a network interface to do so',
    mode: 'strict',
    platform: 'linux',
    run: async (trial, { port }) => {
      await trial.attemptLater(`127.0.0.1:${port}`, () => canConnect(port));
      const others = Object.entries(networkInterfaces()).filter(([, addresses]) =>
        addresses?.some((one) => !one.internal),
      );
      trial.attempt('interfaces', () => others.length > 0);
    },
  },
];
