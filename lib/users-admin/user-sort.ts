/** How the list of users can be sorted; `-` means descending. Loads in a browser. */
export const USER_SORTS = ['-created_at', 'created_at', 'email', '-email', 'name', '-name'] as const

export type UserSort = (typeof USER_SORTS)[number]

/** Newest first. */
export const DEFAULT_USER_SORT: UserSort = '-created_at'
