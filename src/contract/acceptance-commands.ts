import type { AcceptanceCommand, Chunk, Contract } from './model.ts';

/** The command line of an entry of `acceptanceCommands`. */
export function commandLineOf(entry: AcceptanceCommand): string {
  return typeof entry === 'string' ? entry : entry.command;
}

/** The command lines that accept a chunk, in order. */
export function acceptanceCommandsOf({ acceptanceCommands }: Pick<Chunk, 'acceptanceCommands'>): readonly string[] {
  return acceptanceCommands.map(commandLineOf);
}

/** [BITE-1] The acceptance commands of a chunk that must fail on its base, each once. */
export function redFirstCommandsOf({ acceptanceCommands }: Pick<Chunk, 'acceptanceCommands'>): readonly string[] {
  const commands = acceptanceCommands.flatMap((entry) =>
    typeof entry !== 'string' && entry.redFirst === true ? [entry.command] : [],
  );
  return [...new Set(commands)];
}

/**
 * Writes into each entry whether its command must fail first: as the entry says, else the chunk, else the contract, else its
 * version. An entry without that requirement is a text, so that it has the fingerprint that it always had.
 */
export function withRedFirst(contract: Contract): Contract {
  const ofContract = contract.redFirst ?? contract.version >= 3;
  const { redFirst: _, ...rest } = contract;
  return {
    ...rest,
    chunks: contract.chunks.map(({ redFirst: ofChunk = ofContract, ...chunk }) => ({
      ...chunk,
      acceptanceCommands: chunk.acceptanceCommands.map((entry): AcceptanceCommand => {
        const command = commandLineOf(entry);
        const redFirst = typeof entry === 'string' ? ofChunk : (entry.redFirst ?? ofChunk);
        return redFirst ? { command, redFirst } : command;
      }),
    })),
  };
}
