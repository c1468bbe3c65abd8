import { guardKeys } from '@/lib/login-guard/guard-keys'
import type { Db } from '@/lib/platform/db/database'

/**
 * Lets the count of an e-mail start over and ends its lock: for somebody who has just proved by mail that the account is
 * theirs. Undecided attempts stay undecided; the budgets of addresses and devices stay as they are.
 */
export async function liftEmailLock(db: Db, email: string): Promise<void> {
  const { email: key } = guardKeys({ email, ip: null, deviceToken: null })
  await db.$executeRaw`UPDATE login_guard SET failures = 0, locked_until = NULL WHERE key = ${key}::bytea`
}
