/** What an account can be. Only `active` ones sign in. Loads in a browser. */
export const USER_STATUSES = ['pending', 'active', 'deactivated', 'deleted'] as const

export type UserStatus = (typeof USER_STATUSES)[number]
