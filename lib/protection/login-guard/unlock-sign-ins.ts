import { recordAudit } from '@/lib/audit/record-audit'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { canonicalNetwork, ipKey } from '@/lib/platform/ip-address'
import type { RequestContext } from '@/lib/platform/request-context'
import {
  liftAccountLocks,
  liftAddressLock,
  liftAllLocks,
  type Lifted,
} from '@/lib/protection/login-guard/locks.store'

/** Whose sign-ins: those of an email (normalized), from a client's address, or all. */
export type Unlocking =
  { budget: 'email'; email: string } | { budget: 'address'; address: string } | { budget: 'all' }

/**
 * Ends lockouts of the login guard for an operator, and resets the counts of an email or address.
 * Unsettled attempts stay unsettled. Returns how many locks were in force. Always audited, because
 * a reset count gives an attacker new attempts, too.
 */
export function unlockSignIns(unlocking: Unlocking, ctx: RequestContext): Promise<number> {
  return inTransaction(async (tx) => {
    const { locks, userId } = await lift(tx, unlocking, ctx.now)
    await recordAudit(tx, ctx, {
      action: 'login.unlocked',
      outcome: 'ok',
      actorId: null,
      targetId: userId,
      details: { ...describe(unlocking), locks },
    })
    return locks
  })
}

const describe = (unlocking: Unlocking) =>
  unlocking.budget === 'address'
    ? { budget: unlocking.budget, address: ipKey(unlocking.address) }
    : unlocking

function lift(tx: Tx, unlocking: Unlocking, now: Date): Promise<Lifted> {
  if (unlocking.budget === 'email') return liftAccountLocks(tx, unlocking.email, now)
  if (unlocking.budget === 'address') return liftAddressLock(tx, unlocking.address, now)
  return liftAllLocks(tx, now)
}

const NETWORK_BITS = '64'

/**
 * An address of a client, also written as audit records show it (an IPv6 address counts by its /64
 * network). Null for any other text.
 */
export function clientAddressIn(text: string): string | null {
  const [address, bits = NETWORK_BITS] = canonicalNetwork(text)?.split('/') ?? []
  return address !== undefined && bits === NETWORK_BITS ? address : null
}
