import { openUpload } from '@/lib/uploads/open-upload'
import { defineFile } from '@/lib/web/define-download'

export const GET = defineFile(({ principal, params, conditions }) =>
  openUpload({ id: params.id, userId: principal.userId }, conditions),
)
