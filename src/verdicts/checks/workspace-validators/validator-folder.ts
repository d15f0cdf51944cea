/** The folder of a workspace's validators. */
export const VALIDATOR_FOLDER = '.holdfast/validators';
