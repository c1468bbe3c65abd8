import { z } from 'zod'
import { filledOwnPassword } from '@/lib/accounts/user-fields'
import { queryFlag } from '@/lib/platform/input-fields'

export const eraseQuery = z.object({
  erase: queryFlag
    .optional()
    .describe('true: erase the account for good, at once. You can’t undo this.'),
})

export const eraseUserBody = z.strictObject({
  password: filledOwnPassword.describe(
    'Your own password; with erase=true, required without a recent sign-in (10 minutes by default)',
  ),
})
