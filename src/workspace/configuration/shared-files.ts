/** The configuration of the pipeline, which a team shares. It is read from the base commit of an item. */
export const PIPELINE_FILE = '.holdfast/pipeline.yaml';

/** Where people declare the domain services of the repository. */
export const DOMAINS_FILE = '.holdfast/domains.yaml';

/** The folder of interface definitions, which only people write. */
export const INTERFACES_FOLDER = '.holdfast/interfaces';

/** The folder of scenarios, which only people write and which no model sees [ASSERT-SCEN-002]. */
export const SCENARIOS_FOLDER = '.holdfast/scenarios';

/** The files that no attempt and no model sees: the scenarios of every folder of the repository [ASSERT-SCEN-002]. */
export const HOLDOUT_FILES: readonly string[] = [`**/${SCENARIOS_FOLDER}/**`];
