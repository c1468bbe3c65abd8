import { openAvatar } from '@/lib/uploads/avatar'
import { defineFile } from '@/lib/web/define-download'

export const GET = defineFile(({ params, conditions }) => openAvatar(params.id, conditions), {
  permission: 'users:read',
  unlessOwn: 'id',
})
