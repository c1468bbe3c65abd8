import { LRUCache } from 'lru-cache'
import { type AccessRow, type FactorState, findAccessRow } from '@/lib/access/grants.store'
import { processSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import { subscribe } from '@/lib/platform/bus/bus'
import { InvalidatingCache } from '@/lib/platform/bus/invalidating-cache'
import { sha256 } from '@/lib/platform/crypto'
import { isId } from '@/lib/platform/ids'

/** The status, roles and permissions of a user. Shared between callers; never mutated. */
export interface Access {
  readonly status: AccessRow['status']
  /** Sorted names. */
  readonly roles: readonly string[]
  /** In sorted order. */
  readonly permissions: ReadonlySet<string>
  /** What is known about the user's second factor (missingFactor). */
  readonly factor: Readonly<FactorState>
  /**
   * Changes if and only if the status, a role, or a permission does; 16 base64url characters,
   * usable in an ETag.
   */
  readonly version: string
}

const MAX_USERS = 50_000

const cache = () =>
  processSingleton('access-cache', () => {
    const values = new InvalidatingCache<Access>({
      max: MAX_USERS,
      ttlSeconds: settings().permissionCacheTtlSeconds,
    })
    subscribe((message) => {
      if (message.type === 'user.changed') values.invalidate(message.userId)
      else if (message.type === 'rbac.changed' || message.type === 'resync') values.clear()
    })
    return values
  })

/**
 * The status, roles and permissions of a user, from memory while the cached value is valid (at most
 * for AUTH_PERMISSION_CACHE_TTL, and while the bus is proven alive); null if there is no such user.
 * Rejects if the database is needed but unavailable.
 */
export function findAccess(userId: string): Promise<Access | null> {
  return cache().get(userId, async () => {
    const row = isId(userId) ? await findAccessRow(userId) : null
    return row && toAccess(row)
  })
}

/**
 * Like findAccess, but synchronous and from memory only; undefined if the database must be queried.
 */
export function peekAccess(userId: string): Access | undefined {
  return cache().peek(userId)
}

function toAccess({ status, roles, permissions, ...factor }: AccessRow): Access {
  const version = sha256(JSON.stringify([status, roles, permissions]))
    .toString('base64url')
    .slice(0, 16)
  return { status, roles, permissions: sharedSet(permissions), factor, version }
}

/** More than there are combinations of roles in use, so that no set in use is evicted. */
const MAX_SETS = 1000

const sets = () =>
  processSingleton(
    'permission-sets',
    () => new LRUCache<string, ReadonlySet<string>>({ max: MAX_SETS }),
  )

/**
 * One set for all users with the same permissions: with hundreds of permissions of applications, a
 * set for each cached user would take gigabytes.
 */
function sharedSet(permissions: readonly string[]): ReadonlySet<string> {
  const key = permissions.join(' ')
  const known = sets().get(key)
  if (known) return known
  const fresh = new Set(permissions)
  sets().set(key, fresh)
  return fresh
}
