import type { ChunkStrength, RequirementStrength } from '../../verdicts/plan/strength/chunk-strength.ts';

/** [BITE-2] What the requirements of a chunk say about its work, by the tree that its attempts start from. */
export interface StrengthReport extends Pick<ChunkStrength, 'failing' | 'total'> {
  readonly requirements: readonly Pick<RequirementStrength, 'message' | 'role' | 'reason'>[];
}

export function toStrengthReport({ failing, total, requirements }: ChunkStrength): StrengthReport {
  const reported = requirements.map(({ message, role, reason }) => ({
    message,
    role,
    ...(reason === undefined ? {} : { reason }),
  }));
  return { failing, total, requirements: reported };
}
