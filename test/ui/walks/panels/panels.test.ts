import { copySample, resetToHead } from '../../../scripts/sample.ts';
import { plainTyping } from '../../hands.ts';
import { addPlan } from '../../plan-sample.ts';
import { shareEditor } from '../../with-editor.ts';
import { followsPlan, showsLargePlan } from './plan.ts';
import { addScenarios, runsScenarios } from './scenarios.ts';
import { fitsThemes } from './themes.ts';

describe('The panels', () => {
  const withSample = shareEditor(async (stack) => {
    const sample = stack.use(await copySample());
    for (const add of [addPlan, addScenarios]) await add(sample.folder);
    await sample.git('add', '--all');
    await sample.git('commit', '--quiet', '--message', 'A plan and scenarios');
    return { sample, reset: await resetToHead(sample), options: { workspace: sample.folder, settings: plainTyping } };
  });

  it('[ASSERT-SCEN-004] Run Scenarios shows the distribution of each scenario, also after a reload', () =>
    withSample((editor) => runsScenarios(editor)));

  it('[COMP-EDITOR] the plan draws the exports and files between chunks, follows the text, and navigates by keyboard', () =>
    withSample((editor) => followsPlan(editor)));

  it('[COMP-EDITOR] the plan says that nothing checks behavior, and draws 1,000 chunks for keyboard, zoom and minimap', () =>
    withSample((editor, { sample }) => showsLargePlan(editor, sample.folder)));

  it('[EDIT-9] a panel has no axe-core violation in the themes of a real window, whose colors the other tests use', () =>
    withSample((editor, { sample }) => fitsThemes(editor, sample.folder)));
});
