/** The limits of tools that the service runs. The time limit of a request is that of the client, which cancels it. */
export const NO_LIMIT_MS = 24 * 60 * 60 * 1000;
export const OUTPUT_LIMIT_BYTES = 4 * 1024 * 1024;
