/** The statuses of an account. Only `active` ones sign in. Safe to load in a browser. */
export const USER_STATUSES = ['pending', 'active', 'deactivated', 'deleted'] as const

export type UserStatus = (typeof USER_STATUSES)[number]
