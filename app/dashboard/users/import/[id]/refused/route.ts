import { refuse } from '@/lib/platform/problems'
import { exportRefusedRows } from '@/lib/users/import/list-imports'
import { defineDownload } from '@/lib/web/define-download'

export const GET = defineDownload({
  access: { permission: 'users:activate' },
  run: async (query, { principal, params, ctx }) => {
    const format = query.get('format')
    if (format !== 'csv' && format !== 'ndjson') return refuse('validation_failed')
    return exportRefusedRows(principal, { id: params.id, format }, ctx)
  },
})
