import { listKeyedAccounts } from '@/lib/identity/api-keys/api-key.store'
import type { Tx } from '@/lib/platform/db/database'

/** The details of an audit record that say which keys a user who leaves may still know. */
interface KeysLeft {
  service_keys: number
  service_accounts: string[]
}

/**
 * The live keys that a user created for service accounts; null if there are none. They keep working
 * when the account is deactivated, deleted, or erased, because a program must not stop when an
 * employee leaves. But the user may still have a copy of them.
 */
export async function findKeysLeft(tx: Tx, userId: string, now: Date): Promise<KeysLeft | null> {
  const accounts = await listKeyedAccounts(tx, { createdById: userId, now })
  if (accounts.length === 0) return null
  return {
    service_keys: accounts.reduce((sum, { keys }) => sum + keys, 0),
    service_accounts: accounts.map(({ id }) => id),
  }
}
