import { ContactDetail } from '@/app/dashboard/contacts/contact-detail'
import { findContact } from '@/app/dashboard/contacts/find-contact'
import { Drawer, DrawerNote } from '@/components/ui/drawer'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface ContactDrawerProps {
  id: string
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
  closeHref: string
}

/** One message whole, at the side of the list. */
export async function ContactDrawer({ id, outcome, locale, messages, closeHref }: ContactDrawerProps) {
  const found = await findContact(id)
  const texts = messages.contacts.detail
  return (
    <Drawer
      title={<bdi>{found.ok ? found.contact.subject : texts.title}</bdi>}
      closeHref={closeHref}
      closeLabel={texts.close}
    >
      {found.ok ? (
        <ContactDetail
          contact={found.contact}
          handler={found.handler}
          outcome={outcome}
          locale={locale}
          messages={messages}
        />
      ) : (
        <DrawerNote>{texts.unknown}</DrawerNote>
      )}
    </Drawer>
  )
}
