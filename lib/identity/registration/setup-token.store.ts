import type { Db, Tx } from '@/lib/platform/db/database'

/** Stores the hash of the only set-up token, in place of any older one. */
export async function replaceSetupToken(
  db: Db,
  token: { tokenHash: Buffer<ArrayBuffer>; email: string | null; expiresAt: Date },
): Promise<void> {
  await db.setupToken.upsert({ where: { id: 1 }, create: { id: 1, ...token }, update: token })
}

/** The token of that hash, if it has not expired. Reads only. */
export function findSetupToken(
  db: Db,
  by: { tokenHash: Buffer<ArrayBuffer>; now: Date },
): Promise<{ email: string | null } | null> {
  return db.setupToken.findFirst({
    where: { tokenHash: by.tokenHash, expiresAt: { gt: by.now } },
    select: { email: true },
  })
}

/** Whether a token of that hash would be taken now, for that address. */
export async function isSetupTokenLive(
  db: Db,
  by: { tokenHash: Buffer<ArrayBuffer>; email: string; now: Date },
): Promise<boolean> {
  const count = await db.setupToken.count({ where: usable(by) })
  return count === 1
}

/** Consumes the set-up token; of parallel attempts one gets true. */
export async function consumeSetupToken(
  tx: Tx,
  by: { tokenHash: Buffer<ArrayBuffer>; email: string; now: Date },
): Promise<boolean> {
  const { count } = await tx.setupToken.deleteMany({ where: usable(by) })
  return count === 1
}

function usable(by: { tokenHash: Buffer<ArrayBuffer>; email: string; now: Date }) {
  return {
    tokenHash: by.tokenHash,
    expiresAt: { gt: by.now },
    OR: [{ email: null }, { email: by.email }],
  }
}
