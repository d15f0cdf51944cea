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

/** A run whose result was kept for review, or that waits for a choice. */
export interface RunTarget {
  readonly folder: string;
  readonly runId: string;
}

/** A proposed change of a contract. */
export interface AmendmentTarget {
  readonly folder: string;
  /** The amendment's id. */
  readonly amendment: string;
}

/** One text per contract, for maps. No uri holds a line break. */
export function contractKey(target: ContractTarget): string {
  return `${target.folder}\n${target.contract}`;
}
