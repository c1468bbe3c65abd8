import type { Db, Tx } from '@/lib/platform/db/database'

/** Stores the hash of the only setup token, replacing any older one. */
export async function replaceSetupToken(
  db: Db,
  token: { tokenHash: Buffer<ArrayBuffer>; email: string | null; expiresAt: Date },
): Promise<void> {
  await db.setupToken.upsert({ where: { id: 1 }, create: { id: 1, ...token }, update: token })
}

/** The unexpired token with that hash. Read-only. */
export function findSetupToken(
  db: Db,
  by: { tokenHash: Buffer<ArrayBuffer>; now: Date },
): Promise<{ email: string | null } | null> {
  return db.setupToken.findFirst({
    where: { tokenHash: by.tokenHash, expiresAt: { gt: by.now } },
    select: { email: true },
  })
}

/** Whether a token with that hash would be accepted now, for that address. */
export async function isSetupTokenLive(
  db: Db,
  by: { tokenHash: Buffer<ArrayBuffer>; email: string; now: Date },
): Promise<boolean> {
  const count = await db.setupToken.count({ where: usable(by) })
  return count === 1
}

/** Consumes the setup token; of concurrent attempts one gets true. */
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
