/**
 * Either of these permissions allows reading payments: the user's own, or all. Imports nothing,
 * because the declarations of pages, which browsers load, use it.
 */
export const PAYMENT_READERS = ['payments:charge', 'payments:list'] as const
