import type { Tx } from '@/lib/platform/db/database'

/** What a user began at `since` or later. */
interface BegunSince {
  userId: string
  since: Date
}

/** `because`: the reason code. */
interface Stopping extends BegunSince {
  because: string
  now: Date
}

const UNFINISHED = ['queued', 'running'] as const

/** Invalidates copied invitation links that the user was shown. Returns how many. */
export async function discardLinksShownSince(
  tx: Tx,
  { userId, since }: BegunSince,
): Promise<number> {
  const { count } = await tx.emailToken.deleteMany({
    where: { kind: 'invitation', issuedById: userId, consumedAt: null, createdAt: { gte: since } },
  })
  return count
}

/**
 * Stops imports in progress after their current batch, and those that are still being received. A
 * dry run may have been created earlier, by anyone: what counts is who ran it and when.
 */
export function stopImportsSince(tx: Tx, { userId: actorId, since, because, now }: Stopping) {
  return tx.userImport.updateManyAndReturn({
    where: {
      actorId,
      OR: [
        { status: 'receiving', createdAt: { gte: since } },
        { status: { in: [...UNFINISHED] }, startedAt: { gte: since } },
      ],
    },
    data: { status: 'stopped', stoppedBecause: because, finishedAt: now, updatedAt: now },
    select: {
      id: true,
      dryRun: true,
      total: true,
      processed: true,
      created: true,
      refused: true,
    },
  })
}

/** Stops the invitations of imports. Emails already queued are still sent. */
export function stopInvitationsSince(tx: Tx, { userId: actorId, since, because, now }: Stopping) {
  return tx.userImportInvitations.updateManyAndReturn({
    where: { actorId, requestedAt: { gte: since }, endedAt: null },
    data: { stoppedBecause: because, endedAt: now, updatedAt: now },
    select: { importId: true, invited: true },
  })
}

/**
 * Stops bulk actions in progress, so that no further user is processed: also those whose draft is
 * older.
 */
export function stopBulkActionsSince(tx: Tx, { userId: actorId, since, because, now }: Stopping) {
  return tx.bulkAction.updateManyAndReturn({
    where: { actorId, startedAt: { gte: since }, status: { in: [...UNFINISHED] } },
    data: { status: 'stopped', stoppedBecause: because, finishedAt: now, updatedAt: now },
    select: {
      id: true,
      kind: true,
      total: true,
      changed: true,
      unchanged: true,
      refused: true,
    },
  })
}
