/** The statuses of an account. Only `active` ones sign in. Safe to load in a browser. */
export const USER_STATUSES = ['pending', 'active', 'deactivated', 'deleted'] as const

export type UserStatus = (typeof USER_STATUSES)[number]

/**
 * A person signs in; a service account only has API keys, and belongs to other software. Safe to
 * load in a browser.
 */
export const USER_KINDS = ['person', 'service'] as const

export type UserKind = (typeof USER_KINDS)[number]
