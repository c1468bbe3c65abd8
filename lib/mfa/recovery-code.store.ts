import type { Db, Tx } from '@/lib/platform/db/database'

/** Replaces a user's recovery codes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  by: { userId: string; hashes: readonly Uint8Array<ArrayBuffer>[] },
): Promise<void> {
  const { userId } = by
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({ data: by.hashes.map((codeHash) => ({ userId, codeHash })) })
}

/** Uses a recovery code up: of parallel attempts one gets `accepted`. */
export async function spendRecoveryCode(
  tx: Tx,
  by: { userId: string; hash: Uint8Array<ArrayBuffer>; now: Date },
): Promise<'accepted' | 'used' | 'wrong'> {
  const code = { userId: by.userId, codeHash: by.hash }
  const { count } = await tx.recoveryCode.updateMany({
    where: { ...code, usedAt: null },
    data: { usedAt: by.now },
  })
  if (count === 1) return 'accepted'
  return (await tx.recoveryCode.count({ where: code })) > 0 ? 'used' : 'wrong'
}

/** How many recovery codes a user has left. */
export function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.recoveryCode.count({ where: { userId, usedAt: null } })
}
