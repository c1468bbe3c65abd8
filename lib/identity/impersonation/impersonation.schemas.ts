import { z } from 'zod'
import { filledOwnPassword } from '@/lib/accounts/user-fields'
import { lineField } from '@/lib/platform/input-fields'

const MAX_REASON = 200

/** Required in the form of the page. */
export const impersonationReason = lineField(MAX_REASON)

export const impersonationBody = z.strictObject({
  reason: impersonationReason
    .optional()
    .describe('Sent to the user and kept in the audit trail')
    .meta({ examples: ['Ticket 4711: the invoices page is empty'] }),
  password: filledOwnPassword.describe(
    'Your own password; required without a recent sign-in (10 minutes by default)',
  ),
})
