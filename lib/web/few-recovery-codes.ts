/** From how many recovery codes downwards a person is told to make new ones. */
export const FEW_RECOVERY_CODES = 3
