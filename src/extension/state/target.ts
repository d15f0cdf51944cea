import type { ReviewSubject } from '../../engine.ts';

/** A contract of a workspace folder. */
export interface ContractTarget {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  /** Relative to the folder, with `/`. */
  readonly contract: string;
}

export interface ChunkTarget extends ContractTarget {
  readonly chunk: string;
}

/** One chunk of a contract, or the whole contract. */
export interface ContractOrChunkTarget extends ContractTarget {
  readonly chunk?: string | undefined;
}

/** A run of a workspace folder: active, waiting for a decision, or from the history. */
export interface RunTarget {
  readonly folder: string;
  readonly runId: string;
}

/** A file of a result that waits for review. */
export interface ResultFileTarget extends RunTarget {
  /** Relative to the folder, in the result. */
  readonly path: string;
}

export interface AmendmentTarget {
  readonly folder: string;
  /** The amendment's id. */
  readonly amendment: string;
}

/** A map key for a contract. The separator is safe because a URI contains no line break. */
export function contractKey(target: ContractTarget): string {
  return `${target.folder}\n${target.contract}`;
}

/** What a command about a landing acts on. */
export interface PastLandingTarget {
  readonly folder: string;
  /** The id of the landing. */
  readonly landing: string;
}

/** What landed, by its commit, or by one of its runs if it made none. */
export interface LandedRunTarget {
  readonly folder: string;
  readonly commit?: string | undefined;
  readonly runId?: string | undefined;
}

/** The change of a session of an agent, or of a range. */
export interface ReviewReference {
  /** The URI of the workspace folder that lists it, as a string. */
  readonly folder: string;
  readonly subject: ReviewSubject;
}
