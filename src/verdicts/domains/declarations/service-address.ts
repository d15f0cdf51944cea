import type { ServiceAddress } from '../service/transport.ts';

/** A parsed address, or why it is not one. */
export type ParsedAddress =
  { readonly address: ServiceAddress; readonly isRemote: boolean } | { readonly problem: string };

const MAX_PORT = 65_535;

/** Parses the address of a service: `host:port`, `[::1]:port`, the absolute path of a socket, or a named pipe. */
export function parseServiceAddress(text: string): ParsedAddress {
  if (text.startsWith('\\\\.\\pipe\\') || text.startsWith('\\\\?\\pipe\\')) {
    return { address: { path: text }, isRemote: false };
  }
  if (text.startsWith('/')) return { address: { path: text }, isRemote: false };
  const match = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<host>[A-Za-z0-9.-]+)):(?<port>\d+)$/i.exec(text);
  const host = match?.groups?.['v6'] ?? match?.groups?.['host'];
  const port = Number(match?.groups?.['port']);
  if (host === undefined) {
    return { problem: 'expected host:port, the absolute path of a socket, or a named pipe such as \\\\.\\pipe\\name' };
  }
  if (port < 1 || port > MAX_PORT) return { problem: `expected a port from 1 to ${MAX_PORT}` };
  return { address: { host, port }, isRemote: !isLoopback(host) };
}

function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
