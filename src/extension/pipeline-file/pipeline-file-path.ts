/** The configuration of the pipeline, relative to the workspace folder. */
export const PIPELINE_FILE = '.holdfast/pipeline.yaml';
