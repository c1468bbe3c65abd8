import { openAttachment } from '@/lib/contacts/open-attachment'
import { defineFile } from '@/lib/web/define-file'

export const GET = defineFile(({ id, conditions }) => openAttachment(id, conditions), {
  permission: 'contacts:list',
})
