/** The layers of src/, from the lowest to the highest, each with why it stands where it does. */
export const layers: readonly (readonly [folder: string, why: string])[] = [
  ['shared', 'everything stands on it, so it may know nothing of contracts, files or models'],
  ['contract', 'a contract can be read and edited wherever there is text: without a tree, a model or a database'],
  ['workspace', 'files, git and processes serve every part above, and must not know what they are used for'],
  ['configuration', 'what a team shares is read before anything is composed'],
  ['history', 'the database records what others decided; it decides nothing itself'],
  ['code', 'what source code says does not depend on who asks'],
  ['models', 'a provider answers messages; what they are about is the business of the parts above'],
  ['checks', 'a verdict comes from the tree alone: no prompt, no conversation and no run may sway it'],
  ['impact', 'who uses an export is a question about code, asked by prompts and people alike'],
  ['analysis', 'a worker thread hosts it, so whatever it imports is loaded there a second time'],
  ['prompts', 'a prompt is text made from facts; sending it is the business of the agent'],
  ['agent', 'an attempt is carried out without knowing whether it will be accepted'],
  ['plan', 'a plan is judged before a run exists'],
  ['gates', 'a gate judges a change; what follows from its verdict is decided by the run'],
  ['amendments', 'a change of the contract is proposed and applied; the run decides when'],
  ['run', 'the parts meet here, as arguments; composing them is the business of the engine'],
  ['engine', 'it composes all parts and serves every edge alike, so it knows none of them'],
];

/** The edges: they compose nothing and decide nothing, and know each other not at all. */
export const edges = ['extension', 'webview', 'cli'] as const;
