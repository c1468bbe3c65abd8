import { openUpload } from '@/lib/uploads/open-upload'
import { defineFile } from '@/lib/web/define-get'

export const GET = defineFile(({ principal, id, conditions }) =>
  openUpload({ id, userId: principal.userId }, conditions),
)
