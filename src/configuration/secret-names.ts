/** Whether a name says that its value is a secret: `apiKey`, `OPENAI_API_KEY`, `token`, `password`, … */
export function isSecretName(name: string): boolean {
  return /api[-_]?key|secret|passw(?:or)?d|credential|^(?:key|auth|authorization)$|token$/i.test(name);
}

/** Whether an address carries a user name, a password or a key. */
export function carriesSecret(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.username !== '' || url.password !== '' || [...url.searchParams.keys()].some(isSecretName);
}
