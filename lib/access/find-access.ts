import { type AccessRow, readAccess } from '@/lib/access/grants.store'
import { processSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import { subscribe } from '@/lib/platform/bus/bus'
import { InvalidatingCache } from '@/lib/platform/bus/invalidating-cache'
import { sha256 } from '@/lib/platform/crypto'
import { isId } from '@/lib/platform/ids'

/** What a user is and may do. Shared by all who ask: never changed. */
export interface Access {
  readonly status: AccessRow['status']
  /** Sorted names. */
  readonly roles: readonly string[]
  /** In sorted order. */
  readonly permissions: ReadonlySet<string>
  /**
   * Changes if and only if one of the above does; 16 base64url characters, fit for an entity tag.
   */
  readonly version: string
}

const MAX_USERS = 50_000

const cache = () =>
  processSingleton('access-cache', () => {
    const values = new InvalidatingCache<Access>({
      max: MAX_USERS,
      ttlSeconds: settings().permissionCacheTtlSeconds,
      whenBusIsDown: 'serve-until-ttl',
    })
    subscribe((message) => {
      if (message.type === 'user.changed') values.invalidate(message.userId)
      else if (message.type === 'rbac.changed' || message.type === 'resync') values.clear()
    })
    return values
  })

/**
 * Status, roles and permissions of a user, from memory where it may be trusted
 * (AUTH_PERMISSION_CACHE_TTL); null when there is no such user. Rejects when the database is needed
 * and away.
 */
export function findAccess(userId: string): Promise<Access | null> {
  return cache().get(userId, async () => {
    const row = isId(userId) ? await readAccess(userId) : null
    return row && toAccess(row)
  })
}

/** The same from memory only, at once: undefined when the database must be asked. */
export function peekAccess(userId: string): Access | undefined {
  return cache().peek(userId)
}

function toAccess({ status, roles, permissions }: AccessRow): Access {
  const version = sha256(JSON.stringify([status, roles, permissions]))
    .toString('base64url')
    .slice(0, 16)
  return { status, roles, permissions: new Set(permissions), version }
}
