// No mail server can have this domain (RFC 2606 §2).
const DOMAIN = '@service.invalid'

/** What the unique email column holds for a service account, which has no mailbox. */
export function serviceAddress(userId: string): string {
  return `${userId}${DOMAIN}`
}

/** Whether a (normalized) address is of the kind that only service accounts have. */
export function isServiceAddress(email: string): boolean {
  return email.endsWith(DOMAIN)
}

/** What a user is called in a sentence: the address, or the name of a service account. */
export function accountLabel({ email, name }: { email: string; name: string | null }): string {
  return name !== null && isServiceAddress(email) ? name : email
}
