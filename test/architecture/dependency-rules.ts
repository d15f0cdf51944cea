import type { IForbiddenRuleType } from 'dependency-cruiser';
import { edges, layers } from './layers.ts';

const names = layers.map(([folder]) => folder);
/** A folder, or the file of that name where a layer has one: engine/ and engine.ts. */
const inAny = (folders: readonly string[]) => `^src/(${folders.join('|')})(/|\\.ts$)`;

/** A folder imports only from folders below it. */
const layerRules: IForbiddenRuleType[] = layers.map(([folder, why], height) => ({
  name: `${folder}-imports-downwards`,
  comment: `src/${folder} imports only from the layers below it: ${why}.`,
  severity: 'error',
  from: { path: inAny([folder]) },
  to: { path: inAny([...names.slice(height + 1), ...edges]) },
}));

const edgeRules: IForbiddenRuleType[] = [
  ...edges.map((edge): IForbiddenRuleType => ({
    name: `${edge}-knows-no-other-edge`,
    comment:
      'The editor, its panels and the command line are separate programs over one engine. Only the typed messages ' +
      'between the editor and its panels are shared.',
    severity: 'error',
    from: { path: inAny([edge]) },
    to: { path: inAny(edges.filter((other) => other !== edge)), pathNot: '^src/webview/(pipeline/)?protocol/' },
  })),
  {
    name: 'edges-see-the-engine-alone',
    comment:
      'An edge shows the results of the engine and passes user input to it. It may name the types that cross the ' +
      'border, read the lists of settings and of file kinds, load code in steps, and create the collaborators that the engine takes as ' +
      'arguments: the analysis, the clock and the validators of other extensions. A hook before an edit must not take ' +
      'the time to load the engine, so its answer is a second entry, which opens the engine for the others, and the process that watches its time answers faults without the engine. The tools for agents are ' +
      'shared by the edges and see the engine as an edge does. A file that a person names is read by the rule for all files. Only these call all other ' +
      'code below, or the editor and the terminal would disagree.',
    severity: 'error',
    from: { path: inAny([...edges, 'mcp']) },
    to: {
      path: inAny(names.filter((name) => name !== 'foundation' && name !== 'mcp')),
      pathNot:
        '^src/(engine|pipeline|verdicts/analysis/in-process-analysis|verdicts/analysis/thread/connect-analysis|engine/preload-modules|verdicts/checks/validators/validator-collection|workspace/configuration/setting-names|workspace/configuration/data-file-kinds|hooks/clients/agent-client|hooks/(?:answer-hook|starts/answer-start)|hooks/protocol/(?:stop-reason|hook-deadline|fault-decision)|models/prompts/marked-data|workspace/plain-files/plain-file)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
];

/** The parts of the edges that show the pipeline. */
const PIPELINE_EDGES = '^src/(cli|extension|webview)/pipeline/';

const pipelineRules: IForbiddenRuleType[] = [
  {
    name: 'pipeline-behind-its-entry',
    comment:
      'The pipeline is a separate product on the engine. Only the parts of the edges that show it import it, types ' +
      'included, and they see its public entry alone.',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/pipeline(/|\\.ts$)' },
    to: { path: '^src/pipeline/' },
  },
  {
    name: 'pipeline-only-at-its-edges',
    comment:
      'Nothing but the parts of the edges that show the pipeline imports it, types included. Others offer it a port, ' +
      'such as the basis of the engine, or the approvals in the state of the editor.',
    severity: 'error',
    from: { path: '^src/', pathNot: [PIPELINE_EDGES, '^src/pipeline(/|\\.ts$)'] },
    to: { path: '^src/pipeline\\.ts$' },
  },
  {
    name: 'pipeline-registered-once',
    comment: 'Each edge adds the pipeline in one place: without that line, the edge works as an edge of the engine.',
    severity: 'error',
    from: {
      path: '^src/',
      pathNot: [PIPELINE_EDGES, '^src/(cli/program|extension/extension)\\.ts$'],
    },
    to: { path: PIPELINE_EDGES },
  },
];

const outsideRules: IForbiddenRuleType[] = [
  {
    name: 'vscode-only-in-the-extension',
    comment:
      'The command line and the tests run without an editor. Code that needs the editor takes it as an argument.',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/extension/' },
    to: { path: '^vscode$|@types/vscode' },
  },
  {
    name: 'no-node-in-the-panels',
    comment: 'A panel runs in a browser: it has no files, no processes and no network.',
    severity: 'error',
    from: { path: '^src/webview/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no-undici',
    comment: "undici replaces the host's dispatcher and bypasses the editor's proxy settings.",
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '^undici|node_modules/undici/' },
  },
  {
    name: 'sources-never-import-tests',
    comment: 'Shipped code must not depend on code that is not shipped.',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '^test/' },
  },
  {
    name: 'declared-dependencies-only',
    comment:
      'A package that is installed by accident, or only for the tools, is missing from the bundle. TypeScript is ' +
      "loaded from the user's workspace, never from this project.",
    severity: 'error',
    from: { path: '^src/' },
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      pathNot: '^vscode$|@types/vscode|^node_modules/typescript/',
    },
  },
];

/** All rules about the structure of src/. Each `comment` gives the reason. */
export const dependencyRules: readonly IForbiddenRuleType[] = [
  ...layerRules,
  ...edgeRules,
  ...pipelineRules,
  ...outsideRules,
];
