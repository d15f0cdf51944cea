/** Whether a name indicates a secret value: `apiKey`, `OPENAI_API_KEY`, `token`, `password`, … */
export function isSecretName(name: string): boolean {
  return /api[-_]?key|secret|passw(?:or)?d|credential|^(?:key|auth|authorization)$|token$/i.test(name);
}

/** Whether a URL contains a user name, a password or a key. Returns false for an invalid URL. */
export function urlContainsSecret(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.username !== '' || url.password !== '' || [...url.searchParams.keys()].some(isSecretName);
}
