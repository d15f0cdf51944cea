/** The scheme of the read-only documents that hold the tries of a compilation. */
export const TRIES_SCHEME = 'holdfast-plan-tries';
