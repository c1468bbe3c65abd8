/**
 * Whether this is `npm run test:long`. Without Vitest, so that browser tests can ask it as well.
 */
export const isLongRun = process.env.LONG_TESTS === '1'
