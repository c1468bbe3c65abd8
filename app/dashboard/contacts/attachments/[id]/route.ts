import { openAttachment } from '@/lib/messaging/contacts/contact-messages'
import { defineFile } from '@/lib/web/define-download'

export const GET = defineFile(({ params, conditions }) => openAttachment(params.id, conditions), {
  permission: 'contacts:list',
})
