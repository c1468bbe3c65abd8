import { openAvatar } from '@/lib/uploads/avatar'
import { defineFile } from '@/lib/web/define-get'

export const GET = defineFile(({ principal, id, conditions }) =>
  openAvatar(principal, id, conditions),
)
