import { itInFullRun } from '../../scripts/full-run.ts';
import { plainTyping } from '../hands.ts';
import { shareEditor } from '../with-editor.ts';
import { createsContracts } from './create-contracts.ts';
import { showsImpact, showsPublicApi } from './impact.ts';
import { createEditedSample, readsPipelineFile, runsTests, runsValidator, showsProblems } from './problems.ts';

describe('Editing contracts and code', () => {
  const withSample = shareEditor(async (stack) => {
    const { sample, reset } = await createEditedSample(stack);
    return { sample, reset, options: { workspace: sample.folder, settings: plainTyping } };
  });

  it('[ENF-UI-1] [DONE-4] [EDIT-6] shows a failing assertion, and what a full check finds, until the files are fixed', () =>
    withSample((editor, { sample }) => showsProblems(editor, sample.folder)));

  it('[EDIT-5] [EDIT-6] the view of tests runs contracts with differences and marks, follows saves, and shows the coverage of exports', () =>
    withSample((editor) => runsTests(editor)));

  itInFullRun(
    '[ENF-PLUG-4] a validator of the workspace fails its assertion with its message at its location, and passes after the fix',
    () => withSample((editor) => runsValidator(editor)),
  );

  itInFullRun(
    '[PIPE-4] the configuration of the pipeline has problems at their lines, lenses, completion and hovers',
    () => withSample((editor) => readsPipelineFile(editor)),
  );

  it('[EDIT-1] a contract is created from a template and from code', () =>
    withSample((editor, { sample }) => createsContracts(editor, sample.folder)));

  it('[ENF-IMPACT-4] an edited signature shows the number of broken uses, in the lens, the peek view, the graph and the list', () =>
    withSample((editor, { sample }) => showsImpact(editor, sample)));

  it('[CHANGE-2] a changed public function shows its class and the version it asks for, in the lens and the graph, and an action announces it', () =>
    withSample((editor, { sample }) => showsPublicApi(editor, sample)));
});
