import type { Db, Tx } from '@/lib/platform/db/database'
import type { Prisma, UserImportInvitations } from '@/prisma/generated/client'

/**
 * The email with which a user sets the first password: pending accounts get an invitation, active
 * ones have a confirmed address.
 */
export type FirstPasswordMail = 'invitation' | 'account_ready'

/**
 * Records that all users created by a finished import without a password are to be invited.
 * Succeeds once, also for concurrent calls, and again after the invitations were stopped: they then
 * continue after the last processed user, on behalf of this actor. Returns false otherwise, and
 * when there is no one to invite.
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
    ON CONFLICT (import_id) DO UPDATE SET actor_id = excluded.actor_id, request = excluded.request,
      requested_at = excluded.requested_at, updated_at = excluded.updated_at, ended_at = NULL, stopped_because = NULL
    WHERE user_import_invitations.stopped_because IS NOT NULL`
  return written === 1
}

/**
 * Locks unfinished invitations for this transaction; null when they are finished or locked by
 * another transaction.
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
 * The next users of an import without a password, ordered by ID, and the email for each: null for
 * those who are deactivated, deleted, or sign in with a provider.
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

/** Stores the progress of locked invitations. */
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

/** Imports whose invitations have made no progress since `before`: their job was lost. */
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
