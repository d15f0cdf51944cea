/** The chunk that a person requests for the session of an agent: with `--chunk`, else with `HOLDFAST_CHUNK`. */
export function requestedChunk(
  flag: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const name = environment['HOLDFAST_CHUNK']?.trim();
  return flag ?? (name === '' ? undefined : name);
}
