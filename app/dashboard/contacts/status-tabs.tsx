import { LinkTabs } from '@/components/ui/link-tabs'
import { CONTACT_STATUSES, type ContactStatus } from '@/lib/contacts/contacts.schemas'
import type { Messages } from '@/lib/i18n/messages'
import { contactsAddress } from '@/lib/web/contacts-query'

/** Which messages are shown. */
export function StatusTabs({ status, texts }: { status: ContactStatus | null; texts: Messages['contacts'] }) {
  return (
    <LinkTabs
      label={texts.filterLabel}
      tabs={[null, ...CONTACT_STATUSES].map((choice) => ({
        href: contactsAddress(choice),
        label: choice ? texts.statuses[choice] : texts.all,
        current: choice === status,
      }))}
    />
  )
}
