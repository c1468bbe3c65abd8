import { findEmails } from '@/lib/audit/audit-names.store'
import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'
import type { PresentedImport } from '@/lib/users/import/present-import'
import { isVouchedFor } from '@/lib/users/import/vouching'

/**
 * What a user sees before running a dry run, whose rows they can't see if someone else uploaded it.
 */
export interface DryRunReview {
  /**
   * The uploader's email address, which may be the user's own; null if it came from the command
   * line.
   */
  uploader: string | null
  /** Whether verified addresses would count as proven if this caller ran it. */
  vouches: boolean
}

export async function reviewDryRun(
  { userId }: Pick<Principal, 'userId'>,
  { created_by: uploadedById }: PresentedImport,
): Promise<DryRunReview> {
  const emails = await findEmails(db(), uploadedById ? [uploadedById] : [])
  return {
    uploader: (uploadedById && emails.get(uploadedById)) ?? null,
    vouches: await isVouchedFor(db(), { actorId: userId, uploadedById }),
  }
}
