/** The layers of src/, from the lowest to the highest, each with the reason for its position. */
export const layers: readonly (readonly [folder: string, why: string])[] = [
  ['shared', 'everything depends on it, so it knows nothing about contracts, files or models'],
  ['telemetry', 'what is traced and measured influences nothing, so it knows no part that it observes'],
  ['contract', 'a contract is read and edited from its text alone: without a tree, a model or a database'],
  ['workspace', 'files, git and processes serve all layers above and do not know what they are used for'],
  ['configuration', 'the shared configuration is read before anything is composed'],
  ['history', 'the database records decisions and makes none'],
  ['code', 'facts about source code do not depend on the caller'],
  ['models', 'a provider answers messages; their content is the concern of the layers above'],
  ['checks', 'a verdict depends on the tree alone: no prompt, conversation or run may influence it'],
  ['impact', 'the uses of an export are a fact about code, needed by prompts and by the user interface'],
  [
    'protection',
    'what weakens tests and configuration is a fact about two texts; the run decides what a chunk may change',
  ],
  ['facts', 'what a reviewer should look at follows from two texts of a file; it decides nothing'],
  ['analysis', 'it runs in a worker thread, so everything that it imports is loaded there a second time'],
  ['prompts', 'a prompt is text built from facts; the agent sends it'],
  ['agent', 'an attempt does not know whether its result will be accepted'],
  ['plan', 'a plan is checked before a run exists'],
  [
    'specifications',
    'what the task list of another tool says is a fact about its text; the engine compares it with the tree and writes the contract',
  ],
  ['fixes', 'a fix is an edit that follows from a finding; a person decides whether it is applied'],
  ['test-runners', 'how a repository runs its tests is a fact about its files; a gate runs them'],
  ['domains', 'what a service says about an artifact is a fact; the review and the run decide what follows'],
  ['review', 'a review reads a change and finds problems; a gate or the pipeline decides what follows'],
  ['scenarios', 'a scenario is run against a tree; the pipeline decides what follows from its score'],
  ['gates', 'a gate judges a change; the run decides what follows from the verdict'],
  ['amendments', 'it proposes and applies changes of the contract; the run decides when'],
  ['run', 'it uses the parts, which it takes as arguments; the engine composes them'],
  [
    'authoring',
    'what a text means while it is typed is derived from the text and from facts that it takes as an argument; it reads no tree and decides nothing',
  ],
  [
    'agent-hooks',
    'what the hooks of other agents send and expect is a fact about them; the verdict on their work comes from the engine',
  ],
  ['engine', 'it composes all parts and serves all edges, so it knows none of them'],
  ['pipeline', 'it takes work items to pull requests on the engine, which knows nothing of items and forges'],
  ['mcp', 'a tool for agents asks the engine and formats its answer, as an edge does; both edges offer the same tools'],
];

/** The edges: they compose nothing, decide nothing and do not import each other. */
export const edges = ['extension', 'webview', 'cli'] as const;
