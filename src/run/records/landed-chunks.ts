import type { RecordSources } from './find-record.ts';

/**
 * The ids of the chunks of a specification that have landed at any time, with any fingerprint. What they created is their
 * own work, also if the contract was changed since.
 */
export async function readLandedChunks(
  {
    repository,
    history,
    signal,
  }: Omit<RecordSources, 'history'> & { readonly history: RecordSources['history'] | undefined },
  specId: string,
): Promise<ReadonlySet<string>> {
  const { landed = [] } = (await repository.commits?.readRecords(signal)) ?? {};
  const landings = (await history?.listLandings({ prefix: repository.prefix, specId })) ?? [];
  const ofCommits = landed.flatMap(({ trailers }) => trailers.filter((trailer) => trailer.specId === specId));
  return new Set([...ofCommits, ...landings].map(({ chunkId }) => chunkId));
}
