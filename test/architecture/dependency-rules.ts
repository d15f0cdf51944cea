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
      'Editor, panels and command line are separate programs over one engine; only the typed messages between ' +
      'the editor and its panels are seen by both.',
    severity: 'error',
    from: { path: inAny([edge]) },
    to: { path: inAny(edges.filter((other) => other !== edge)), pathNot: '^src/webview/protocol/' },
  })),
  {
    name: 'edges-see-the-engine-alone',
    comment:
      'An edge shows what the engine says and hands it what a person wants. Types of what crosses the border may be ' +
      'named, the list of settings read, and the collaborators made that the engine is handed: where the analysis ' +
      'runs, the clock, and the validators of other extensions; and its code may be loaded in turns. All other code ' +
      'below is called by the engine alone, or the editor and the terminal would disagree.',
    severity: 'error',
    from: { path: inAny(edges) },
    to: {
      path: inAny(names.filter((name) => name !== 'shared')),
      pathNot:
        '^src/(engine|analysis/analysis|analysis/thread/connect-analysis|engine/load-in-turns|models/clock|checks/validators/validator-collection|configuration/setting-names)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
];

const outsideRules: IForbiddenRuleType[] = [
  {
    name: 'vscode-only-in-the-extension',
    comment: 'The command line and the tests run without an editor; whatever needs one comes in as an argument.',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/extension/' },
    to: { path: '^vscode$|@types/vscode' },
  },
  {
    name: 'no-node-in-the-panels',
    comment: 'A panel runs in a browser: it has no files, no processes and no network of its own.',
    severity: 'error',
    from: { path: '^src/webview/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no-undici',
    comment: "undici replaces the host's dispatcher and passes by the editor's proxy settings.",
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '^undici|node_modules/undici/' },
  },
  {
    name: 'no-cycles',
    comment: 'Two modules that need each other are one module, or hide a third.',
    severity: 'error',
    from: { path: '^src/' },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'sources-never-import-tests',
    comment: 'What is shipped must not depend on what is not.',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '^test/' },
  },
  {
    name: 'declared-dependencies-only',
    comment:
      'A package that merely happens to be installed, or serves the tools, is missing where the bundle is made. ' +
      "TypeScript is asked of the user's workspace, never of this project.",
    severity: 'error',
    from: { path: '^src/' },
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      pathNot: '^vscode$|@types/vscode|^node_modules/typescript/',
    },
  },
];

/** Every rule of the sources' structure; each `comment` says why it is one. */
export const dependencyRules: readonly IForbiddenRuleType[] = [...layerRules, ...edgeRules, ...outsideRules];
