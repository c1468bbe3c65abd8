import { defineRoute } from '@/lib/http/define-route'
import { downloadAnswer } from '@/lib/http/file-response'
import { exportOwnData } from '@/lib/identity/account/export-own-data'
import { ownExportResponse } from '@/lib/identity/account/own-account.responses'

export const GET = defineRoute({
  operationId: 'exportOwnData',
  tag: 'Account',
  summary: 'Download all data stored about you as a file',
  access: 'authenticated',
  impersonation: 'refused',
  limits: ['user'],
  responses: { 200: ownExportResponse },
  handle: async ({ principal, ctx }) => {
    const result = await exportOwnData(principal, ctx)
    return result.ok ? downloadAnswer(result.file) : result
  },
})
