import type { Db } from '@/lib/platform/db/database'
import type { UserStatus } from '@/prisma/generated/client'

/** The account data needed to send an email. */
export interface MailRecipient {
  id: string
  email: string
  name: string | null
  locale: string | null
  status: UserStatus
  emailVerifiedAt: Date | null
  approvalRequestedAt: Date | null
  firstVerifiedAt: Date | null
  invitedAt: Date | null
}

const select = {
  id: true,
  email: true,
  name: true,
  locale: true,
  status: true,
  emailVerifiedAt: true,
  approvalRequestedAt: true,
  firstVerifiedAt: true,
  invitedAt: true,
} as const

/** The person with an address or an id, or null. Service accounts have no mailbox. */
export function findMailRecipient(
  db: Db,
  by: { email: string } | { userId: string },
): Promise<MailRecipient | null> {
  return db.user.findUnique({
    where: { kind: 'person', ...('email' in by ? { email: by.email } : { id: by.userId }) },
    select,
  })
}
