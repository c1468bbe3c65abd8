import { exportOwnData } from '@/lib/identity/account/export-own-data'
import { defineDownload } from '@/lib/web/define-download'

export const GET = defineDownload({
  access: 'authenticated',
  impersonation: 'refused',
  run: (_, { principal, ctx }) => exportOwnData(principal, ctx),
})
