/** Every command with its title in the palette. A test compares them with package.json. */
export const commandTitles = {
  'holdfast.runChunk': 'Run Chunk',
  'holdfast.runAllChunks': 'Run All Chunks',
  'holdfast.validate': 'Validate',
  'holdfast.cancel': 'Cancel Run',
  'holdfast.showResults': 'Show Results',
  'holdfast.openChanges': 'Open Changes',
  'holdfast.acceptResult': 'Accept Result',
  'holdfast.discardResult': 'Discard Result',
  'holdfast.choose': 'Resolve Failed Gate',
  'holdfast.showAmendment': 'Show Amendment',
  'holdfast.acceptAmendment': 'Accept Amendment and Continue',
  'holdfast.rejectAmendment': 'Reject Amendment and Fail Chunk',
  'holdfast.openAmendmentDiff': 'Open Amendment in Diff Editor',
  'holdfast.selectModel': 'Select Model',
  'holdfast.setApiKey': 'Set API Key',
  'holdfast.openHistory': 'Open History',
  'holdfast.newContract': 'New Contract',
  'holdfast.showPlan': 'Show Plan',
  'holdfast.planFromSpecification': 'Plan from Specification',
  'holdfast.showPlanTries': 'Show Plan Tries',
  'holdfast.fixAll': 'Fix All',
  'holdfast.showImpact': 'Show Impact',
  'holdfast.showLog': 'Show Log',
  'holdfast.refresh': 'Refresh',
} as const;

export type CommandId = keyof typeof commandTitles;
