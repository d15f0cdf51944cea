const PRIVATE_ADDRESS = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[::1\]$|\[f[cd])/i;

/** Whether a URL points at this machine or the network around it, where model servers ask for no key. */
export function isLocalAddress(url: URL): boolean {
  const host = url.hostname.toLowerCase();
  return PRIVATE_ADDRESS.test(host) || !/[.:]/.test(host) || /\.(?:localhost|local|internal|lan)$/.test(host);
}
