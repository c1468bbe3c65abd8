import type { Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'

/** Makes a pending user without a password unless the address is taken; of parallel attempts one gets the id, the others null. */
export async function insertInvitedUser(
  tx: Tx,
  user: { email: string; name: string | null; locale: string; now: Date },
): Promise<string | null> {
  const { now, ...fields } = user
  const [row] = await tx.user.createManyAndReturn({
    data: { id: newId(), ...fields, invitedAt: now, createdAt: now, updatedAt: now },
    skipDuplicates: true,
    select: { id: true },
  })
  return row?.id ?? null
}

/**
 * Makes an invited account its owner's: password, name where one is given, active; verified only where `verifiedAt` says when. False when it is deactivated or
 * deleted, has another address by now, has a password already, or is somebody's who has proven the address another way.
 */
export async function claimInvitedUser(
  tx: Tx,
  by: {
    userId: string
    email: string
    name: string | null
    passwordHash: string
    verifiedAt: Date | null
    now: Date
  },
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: {
      id: by.userId,
      email: by.email,
      status: { in: ['pending', 'active'] },
      invitedAt: { not: null },
      passwordHash: null,
      emailVerifiedAt: null,
    },
    data: {
      status: 'active',
      emailVerifiedAt: by.verifiedAt,
      passwordHash: by.passwordHash,
      passwordChangedAt: by.now,
      ...(by.name === null ? {} : { name: by.name }),
      version: { increment: 1 },
      updatedAt: by.now,
    },
  })
  return count === 1
}
