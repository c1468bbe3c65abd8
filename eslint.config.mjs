import next from 'eslint-config-next'
import tseslint from 'typescript-eslint'

const ENVIRONMENT = {
  object: 'process',
  property: 'env',
  message: 'Settings are read once, in lib/config; call settings().',
}
/** Files that may access the process environment directly. */
const MAY_READ_ENVIRONMENT = [
  'lib/config/**',
  'lib/testing/**',
  '**/*.test.ts',
  'e2e/**',
  'bench/**',
  'examples/**',
  '*.config.ts',
]

const WITH_REACT = ['**/*.tsx', 'components/**/*.ts', 'lib/web/**/*.ts']

const only = (files, name, patterns) => ({
  name: `gatehouse/${name}`,
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
})
const prisma = {
  group: ['@/prisma/generated/*', '@prisma/*'],
  message: 'Only *.store.ts and lib/platform/db talk to Prisma.',
  allowTypeImports: true,
}
const nextjs = {
  group: ['next', 'next/*', 'react', 'react-dom'],
  message: 'Only app, components, lib/web and lib/http know Next.',
}

export default tseslint.config(
  {
    ignores: [
      '.next/**',
      'dist/**',
      '.data/**',
      'prisma/generated/**',
      'server/generated/**',
      'lib/http/pages/generated/**',
      'app/docs/generated/**',
      'components/external/generated/**',
      'clients/*/dist/**',
      'examples/*/.next/**',
      'examples/*/next-env.d.ts',
      'clients/typescript/src/schema.ts',
      'next-env.d.ts',
      'playwright-report/**',
      'test-results/**',
    ],
  },
  // Where there is React: its rules take a quarter of the time of all.
  ...next.map((config) => (config.files ? { ...config, files: WITH_REACT } : config)),
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({
    ...config,
    files: ['**/*.ts', '**/*.tsx'],
  })),
  {
    name: 'gatehouse/typescript',
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // React takes async event handlers and forms take async actions.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      // Ports are asynchronous even if an implementation has nothing to await.
      '@typescript-eslint/require-await': 'off',
      // Ports are plain objects: their methods do not use `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'max-lines': ['error', { max: 350 }],
    },
  },
  // Functions named use… outside components are not hooks (useTestDatabase).
  {
    name: 'gatehouse/no-hooks',
    files: ['**/*.ts'],
    rules: { 'react-hooks/rules-of-hooks': 'off' },
  },
  {
    name: 'gatehouse/environment',
    files: ['**/*.ts', '**/*.tsx'],
    ignores: MAY_READ_ENVIRONMENT,
    rules: { 'no-restricted-properties': ['error', ENVIRONMENT] },
  },
  only(['lib/**/*.ts', 'server/**/*.ts'], 'mechanism', [prisma, nextjs]),
  only(['lib/**/*.store.ts', 'lib/platform/db/**/*.ts', 'lib/testing/**/*.ts'], 'stores', [nextjs]),
  only(
    ['lib/web/**', 'lib/http/**', 'app/**', 'components/**', 'instrumentation.ts', 'middleware.ts'],
    'adapters',
    [prisma],
  ),
  {
    name: 'gatehouse/tests',
    files: [
      '**/*.test.ts',
      '**/*.test.tsx',
      'e2e/**/*.ts',
      'lib/testing/**/*.ts',
      'clients/*/test/**/*.ts',
      'examples/*/test/**/*.ts',
    ],
    rules: {
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
)
