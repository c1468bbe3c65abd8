import { exportOwnData } from '@/lib/auth/export-own-data'
import { defineDownload } from '@/lib/web/define-download'

export const GET = defineDownload({
  access: 'authenticated',
  run: (_, { principal, ctx }) => exportOwnData(principal, ctx),
})
