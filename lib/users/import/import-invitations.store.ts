import type { Db, Tx } from '@/lib/platform/db/database'
import type { Prisma, UserImportInvitations } from '@/prisma/generated/client'

/**
 * The mail that leads somebody to their first password: pending accounts are taken up with it,
 * active ones have a confirmed address.
 */
export type FirstPasswordMail = 'invitation' | 'account_ready'

/**
 * Notes that everybody whom a finished import created without a password is to be invited. Of
 * parallel attempts one wins, and there is no second time; false for all others, and where there is
 * nobody to invite.
 */
export async function insertInvitations(
  tx: Tx,
  by: { importId: string; actorId: string; request: Prisma.InputJsonObject; now: Date },
): Promise<boolean> {
  const written = await tx.$executeRaw`
    INSERT INTO user_import_invitations (import_id, actor_id, request, requested_at, updated_at)
    SELECT id, ${by.actorId}::uuid, ${JSON.stringify(by.request)}::jsonb, ${by.now}::timestamptz, ${by.now}::timestamptz
    FROM user_imports
    WHERE id = ${by.importId}::uuid AND status IN ('completed', 'stopped') AND NOT dry_run AND without_password > 0
    ON CONFLICT (import_id) DO NOTHING`
  return written === 1
}

/**
 * Invitations that are not all out, in the hands of `tx` until it ends; null when they are, or in
 * other hands.
 */
export async function lockInvitationsForUpdate(
  tx: Tx,
  importId: string,
): Promise<UserImportInvitations | null> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM user_import_invitations WHERE import_id = ${importId}::uuid AND ended_at IS NULL
    FOR UPDATE SKIP LOCKED`
  return held.length > 0 ? tx.userImportInvitations.findUnique({ where: { importId } }) : null
}

/**
 * The next users of an import who have no password, in the order of their ids, and the mail that
 * suits each: null for those who are deactivated or deleted, or sign in with a provider.
 */
export function listUninvited(
  tx: Tx,
  by: { importId: string; after: string | null; limit: number },
): Promise<{ id: string; mail: FirstPasswordMail | null }[]> {
  return tx.$queryRaw`
    SELECT u.id::text, CASE
      WHEN EXISTS (SELECT FROM external_identities i WHERE i.user_id = u.id) THEN NULL
      WHEN u.status = 'pending' THEN 'invitation'
      WHEN u.status = 'active' THEN 'account_ready' END AS mail
    FROM users u
    WHERE u.import_id = ${by.importId}::uuid AND u.password_hash IS NULL
      AND (${by.after}::uuid IS NULL OR u.id > ${by.after}::uuid)
    ORDER BY u.id LIMIT ${by.limit}::int`
}

/** Writes how far invitations that are held have come. */
export async function writeInvited(
  tx: Tx,
  importId: string,
  { now, ended, ...progress }: InvitationProgress & { now: Date },
): Promise<void> {
  await tx.userImportInvitations.updateMany({
    where: { importId },
    data: { ...progress, updatedAt: now, ...(ended && { endedAt: now }) },
  })
}

interface InvitationProgress {
  lastUserId?: string | null
  invited?: number
  stoppedBecause?: string
  ended: boolean
}

/** Imports whose invitations nobody has moved since `before`: their job got lost. */
export async function listStalledInvitations(
  db: Db,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db.userImportInvitations.findMany({
    where: { endedAt: null, updatedAt: { lt: before } },
    select: { importId: true },
    take: limit,
  })
  return rows.map(({ importId }) => importId)
}
