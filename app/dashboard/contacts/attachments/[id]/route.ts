import { openAttachment } from '@/lib/messaging/contacts/contact-messages'
import { defineFile } from '@/lib/web/define-get'

export const GET = defineFile(({ id, conditions }) => openAttachment(id, conditions), {
  permission: 'contacts:list',
})
