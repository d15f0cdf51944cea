/** A contract of one of the workspace's folders. */
export interface ContractTarget {
  /** The uri of the workspace folder, as text. */
  readonly folder: string;
  /** Relative to the folder, with `/`. */
  readonly contract: string;
}

/** A chunk of a contract. */
export interface ChunkTarget extends ContractTarget {
  readonly chunk: string;
}

/** A result that was kept for review. */
export interface RunTarget {
  readonly folder: string;
  readonly runId: string;
}

/** One text per contract, for maps. No uri holds a line break. */
export function contractKey(target: ContractTarget): string {
  return `${target.folder}\n${target.contract}`;
}
