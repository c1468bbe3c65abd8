import type { Tx } from '@/lib/platform/db/database'
import { databaseTimeAt } from '@/lib/platform/db/database-time'
import { guardKeys, keysOfDevice } from '@/lib/protection/login-guard/login-guard.store'
import { Prisma } from '@/prisma/generated/client'

export interface Lifted {
  /** How many of the ended locks were in force. */
  locks: number
  /** Whose account it was, if it was one. */
  userId: string | null
}

/** Resets the budgets of an email (normalized), with or without an account, and of its devices. */
export async function liftAccountLocks(tx: Tx, email: string, now: Date): Promise<Lifted> {
  const user = await tx.user.findFirst({
    where: { email, kind: 'person' },
    select: { id: true, knownDevices: { select: { deviceHash: true } } },
  })
  const hashes = user?.knownDevices.map(({ deviceHash }) => Buffer.from(deviceHash)) ?? []
  const keys = hashes.map((hash) => keysOfDevice({ email, ip: null }, hash).device)
  keys.push(guardKeys({ email, ip: null, deviceToken: null }).email)
  return { locks: await lift(tx, keysAre(keys), now), userId: user?.id ?? null }
}

/** Resets the budget of a client's address. */
export async function liftAddressLock(tx: Tx, address: string, now: Date): Promise<Lifted> {
  const { ip } = guardKeys({ email: '', ip: address, deviceToken: null })
  return { locks: await lift(tx, keysAre([ip]), now), userId: null }
}

/** Ends all locks. Budgets that are not used up keep their counts. */
export async function liftAllLocks(tx: Tx, now: Date): Promise<Lifted> {
  return { locks: await lift(tx, Prisma.sql`locked_until IS NOT NULL`, now), userId: null }
}

const keysAre = (keys: readonly Buffer[]) =>
  Prisma.sql`key IN (${Prisma.join(keys.map((key) => Prisma.sql`${key}::bytea`))})`

/** Locks the rows in the order of their keys, as sign-ins do, so that the two never deadlock. */
async function lift(tx: Tx, which: Prisma.Sql, now: Date): Promise<number> {
  const rows = await tx.$queryRaw<{ locks: number }[]>`
    WITH budgets AS (
        SELECT key, locked_until FROM login_guard WHERE ${which} ORDER BY key FOR UPDATE),
      lifted AS (
        UPDATE login_guard g SET failures = 0, locked_until = NULL FROM budgets b WHERE g.key = b.key
        RETURNING b.locked_until)
    SELECT count(*) FILTER (WHERE locked_until > ${databaseTimeAt(now)})::int AS locks FROM lifted`
  return rows[0]!.locks
}
