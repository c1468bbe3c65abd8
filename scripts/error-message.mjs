/**
 * The message of what was thrown.
 * @param {unknown} error
 */
export const errorMessage = (error) => (error instanceof Error ? error.message : String(error))
