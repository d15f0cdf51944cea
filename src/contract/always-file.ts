/** The contract with the rules for every change, relative to the workspace folder. */
export const ALWAYS_FILE = '.holdfast/always.contract.yaml';
