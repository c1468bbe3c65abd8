import { z } from 'zod'
import { refuse } from '@/lib/platform/problems'
import { exportUsers } from '@/lib/users/export-users'
import { userListFields } from '@/lib/users/users.schemas'
import { defineDownload } from '@/lib/web/define-download'

const exportQuery = z.object({ ...userListFields, format: z.enum(['csv', 'ndjson']) })

export const GET = defineDownload({
  access: { permission: 'users:list' },
  run: async (query, { principal, ctx }) => {
    // An invalid filter must not widen the export.
    const parsed = exportQuery.safeParse(
      Object.fromEntries([...query].filter(([, value]) => value !== '')),
    )
    if (!parsed.success) return refuse('validation_failed')
    const { format, ...filters } = parsed.data
    return exportUsers(principal, { format, filters }, ctx)
  },
})
