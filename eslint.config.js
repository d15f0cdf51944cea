import tseslint from 'typescript-eslint';

// AssemblyScript, where `==` is the usual comparison and types such as `u32` are numbers to TypeScript.
const assembly = 'src/code/lexer/assembly/*.ts';

export default tseslint.config(
  {
    ignores: ['dist/', 'node_modules/', '.vscode-test/', 'examples/', 'test/fixtures/', 'docs/'],
  },
  ...tseslint.configs.strictTypeChecked.map((config) => ({
    ...config,
    files: ['src/**/*.ts', 'test/**/*.ts'],
    ignores: [assembly],
  })),
  {
    files: ['src/**/*.ts', 'test/**/*.ts'],
    ignores: [assembly],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  ...tseslint.configs.strict.map((config) => ({ ...config, files: [assembly] })),
  {
    files: [assembly],
    // `class State` is a namespace of mutable globals.
    rules: { '@typescript-eslint/no-extraneous-class': 'off' },
  },
  {
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', 'no-console': 'off' },
  },
);
