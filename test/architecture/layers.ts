/** The rooms of src/, from the lowest to the highest, each with the reason for its position. */
export const layers: readonly (readonly [folder: string, why: string])[] = [
  ['foundation', 'everything depends on it, so it knows nothing about contracts, files or models'],
  ['contract', 'a contract is read and edited from its text alone: without a tree, a model or a database'],
  ['workspace', 'files, git and processes serve all rooms above and do not know what they are used for'],
  ['history', 'the database records decisions and makes none'],
  ['code', 'facts about source code do not depend on the caller'],
  ['models', 'a model or an agent does the work that its prompt states; whether the result holds is decided above'],
  ['verdicts', 'whether something holds follows from trees, texts and terms; the run decides what follows from it'],
  ['run', 'it uses the parts, which it takes as arguments; the engine composes them'],
  ['authoring', 'a contract is written before anything runs: from texts, code, diffs and plans'],
  ['hooks', 'what other agents send and expect is translated here; the verdict on their work comes from the run'],
  ['engine', 'it composes all rooms below into ports by subject, and decides nothing'],
  ['pipeline', 'it is a separate product on the engine: it starts runs and delivers their results'],
  ['mcp', 'a tool for agents asks the engine and formats its answer, as an edge does; both edges offer the same tools'],
];

/** The edges: they compose nothing, decide nothing and do not import each other. */
export const edges = ['extension', 'webview', 'cli'] as const;
