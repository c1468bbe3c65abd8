import { ContactDetail } from '@/app/dashboard/contacts/contact-detail'
import { findContact } from '@/app/dashboard/contacts/find-contact'
import { Drawer, DrawerNote } from '@/components/ui/drawer'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Flash } from '@/lib/web/flash'

interface ContactDrawerProps {
  id: string
  flash: Flash | null
  locale: Locale
  messages: Messages
  closeHref: string
}

/** One message whole, at the side of the list. */
export async function ContactDrawer({ id, flash, locale, messages, closeHref }: ContactDrawerProps) {
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
          flash={flash}
          locale={locale}
          messages={messages}
        />
      ) : (
        <DrawerNote>{texts.unknown}</DrawerNote>
      )}
    </Drawer>
  )
}
